"""Forms: turn what people type into values, and show domain errors beside the field they name."""
