"""What students did, told to other systems as statements of the Experience API (xAPI 1.0.3, IEEE 9274.1.1): to a file, or to a record store."""
