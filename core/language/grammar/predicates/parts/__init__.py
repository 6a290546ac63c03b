"""Parts of the sentence (句子成分); complements have a folder of their own."""
