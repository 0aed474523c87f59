"""What of the Gearlocs is not data."""
