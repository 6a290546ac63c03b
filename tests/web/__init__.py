"""What stands around every request, by itself and on a real server on loopback."""
