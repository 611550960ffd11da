"""Chart making, offline: only `manage.py makecharts` imports these modules, never the site."""
