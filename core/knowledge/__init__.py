"""The knowledge map: mastery of 853 points, the way to a target, study peers, the class as a whole."""
