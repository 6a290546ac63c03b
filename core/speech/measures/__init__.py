"""What is measured of a whole recording: quality, times, pauses, intonation, and the scores made of them."""
