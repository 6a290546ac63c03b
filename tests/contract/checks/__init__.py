"""Functions behind `by <function> <arguments>`: each takes the school and the arguments, and raises `AssertionError`."""
