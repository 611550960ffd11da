"""What tests share: no tests are here."""
