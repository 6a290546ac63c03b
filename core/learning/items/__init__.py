"""Items from answers: how hard they are, how well they tell the able from the others, what speaks against them."""
