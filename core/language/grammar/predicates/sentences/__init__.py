"""Types of simple sentences (句型, 句类, 特殊句型)."""
