"""The audit log as it is read: by administrators of an organisation, by the operator, as a file."""
