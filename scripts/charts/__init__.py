"""The search for the stored charts of `tournament/rotation/charts`: `make charts`. No part of the site."""
