"""How the site speaks: sentences of the rules put into words, names, figures and languages."""
