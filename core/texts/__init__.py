"""What a text holds and how hard it is: grammar points with their places, the level with its reasons."""
