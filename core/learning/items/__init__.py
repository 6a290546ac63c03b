"""Items from answers: how hard they are, how well they discriminate, and what speaks against them."""
