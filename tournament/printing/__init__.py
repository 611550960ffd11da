"""Papers: their contents and layout, as pages for the browser and as PDFs."""
