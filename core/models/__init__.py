"""What reads this project's own trained files (`data/models`): each by numpy or onnxruntime, each behind a protocol of `core.ports`."""
