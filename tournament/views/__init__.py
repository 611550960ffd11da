"""HTTP in, HTTP out: find, form, one service or report, respond. Nothing imports views but the URL confs."""
