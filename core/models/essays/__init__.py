"""The essay models: encoder, speller, usage."""
