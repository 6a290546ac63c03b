"""Parts of speech (词类); adverbs and prepositions have folders of their own."""
