"""What teachers give, and what students write."""
