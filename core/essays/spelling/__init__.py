"""The speller: characters written for others that sound or look alike."""
