"""The predictor: how likely an answer is to be right, fitted, refitted and tested on logs of answers."""
