"""Papers: what can be printed, on which paper, as a page for the browser and as a PDF."""
