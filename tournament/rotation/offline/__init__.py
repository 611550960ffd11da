"""Where charts are made: only `manage.py makecharts` imports these modules, the site never does."""
