"""The kinds of questions: how items are made from sentences, texts and words."""
