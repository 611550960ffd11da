"""Every word that somebody can read is marked for translation: looked at in the language of `tests/pseudo.py`,
where a word that is plain has no translation in any language.
"""

from collections import defaultdict

import pytest

from tests.plain_words import plain_words, typed_texts
from tests.pseudo import speaking
from tests.whole_site import Site, addresses


@pytest.fixture
def foreign():
    """The site speaks no language that anybody knows."""
    with speaking():
        yield


def told(found: dict[str, set[str]]) -> str:
    """What is plain, that of the most pages first."""
    lines = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return "\n".join(f"{text[:160]}  [{len(pages)} pages, {min(pages)}]" for text, pages in lines)


def test_every_word_of_every_page_is_marked_for_translation(foreign, site: Site):
    found, _troubles = addresses(site)
    clients = {who: site.client(who) for who in ("owner", "phone", "anybody")}
    typed, plain = typed_texts(), defaultdict(set)
    for page in found:
        source = page.source or clients[page.who].get(page.path).content.decode()
        for _word, text in plain_words(source, typed):
            plain[text].add(page.name)
    assert not plain, told(plain)
