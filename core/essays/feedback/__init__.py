"""What the review of an essay tells its writer beside the marks: what was done well, what is worth learning, the sentence written again."""
