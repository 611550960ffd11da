"""What an event can have and do, as data: its settings, its features, and every action of its history."""
