"""What a wrong answer did: the sentence about this very answer, from the item's own data, the word list and the parse."""
