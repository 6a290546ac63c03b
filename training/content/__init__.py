"""What is worked out from the content once and stored beside it."""
