"""An event as a JSON file, and its lists as spreadsheets.

`document` turns an event into the file's values, `checking` recomputes them and names every difference,
`importing` creates an event from them, `text` converts them to bytes and back. docs/archive.md describes the
format.
"""
