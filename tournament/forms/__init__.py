"""What people type, turned into values. Domain errors come back beside the field they name."""
