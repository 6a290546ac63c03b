"""Which sound belongs to which syllable, and whether it is the expected one."""
