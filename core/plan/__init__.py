"""What is worth doing today, and what there is to do beside the items of the bank."""
