"""A page of the site as one of a folder: what is kept as it was, what is changed, and what goes."""

import pytest

from tournament.web.static_html import for_folder, links_in

PAGES = {"/e/x/": "../index.html", "/e/x/players/7/": "7/index.html"}


def folded(html):
    resources = {"/static/a.css": "../static/a.css"}
    return for_folder(html, PAGES.get, resources.get, keeps_text=lambda href: href.startswith("/s/"))


@pytest.mark.parametrize(
    "html",
    [
        '<!doctype html>\n<html lang="en"><body>5 &lt; 6 &amp; &#8217;</body></html>',
        '<p class="a">Text <br>and <img alt="" data-x></p>',
        '<svg viewBox="0 0 2 2"><path d="M1 1"/><clippath></clippath></svg>',
        '<a href="#below">below</a> <div class="bar"></div><li></li>',
        '<td title="5 &quot;six&quot; &amp; more">1</td>',
    ],
)
def test_what_is_only_read_stays_as_it_was(html):
    assert folded(html) == html


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ('<a class="b" href="/e/x/">Now</a>', '<a class="b" href="../index.html">Now</a>'),
        ('<link rel="stylesheet" href="/static/a.css">', '<link rel="stylesheet" href="../static/a.css">'),
        ('<p>Part of <a href="/s/winter/"><bdi>Winter</bdi></a></p>', "<p>Part of <bdi>Winter</bdi></p>"),
        ('<th><a class="listing-sort" href="?sort=name">Name</a></th>', "<th>Name</th>"),
        ('<p>One. <a href="/sign-in/">Sign in</a></p>', "<p>One. </p>"),
        ('<section data-poll="/live/" data-poll-etag="3">1</section>', '<section data-poll="">1</section>'),
        ('<a class="button" href="/s/winter/">Season</a>after', "after"),
        ("<script>if (1 < 2) {}</script>after", "after"),
        ('<form method="post"><p><input name="q"></p></form>after', "after"),
        ("<div hidden><p>x</p><div>y</div></div>after", "after"),
        (
            '<meta property="og:url" content="x"><meta name="viewport" content="y">',
            '<meta name="viewport" content="y">',
        ),
        ('<ul>\n<li><a href="/none/">Me</a></li> <li>2</li></ul>', "<ul>\n <li>2</li></ul>"),
        ("<footer><div><p><button>Dark</button></p></div></footer>after", "after"),
        ("<ul><li><noscript>x</noscript></li><li></li></ul>", "<ul><li></li></ul>"),
    ],
)
def test_what_needs_the_site_goes_and_links_lead_to_files(html, kept):
    assert folded(html) == kept


def test_links_are_found_as_a_browser_reads_them():
    assert links_in('<a href="?round=2&amp;x=1">2</a><a id="x"></a><A HREF=\'/e/\'>') == [
        "?round=2&x=1",
        "/e/",
    ]
