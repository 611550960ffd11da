"""What pages and papers show, as frozen dataclasses. Reads only, with queries independent of event size."""
