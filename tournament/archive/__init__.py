"""One event as one JSON file, and lists of it as spreadsheets.

`document` writes an event as the file's values, `checking` recomputes such values and names every difference,
`importing` makes an event of them, `text` turns them into bytes and back. The format is described in
docs/archive.md.
"""
