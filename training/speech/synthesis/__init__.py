"""Training material of many voices: this project's sentences, spoken by synthetic voices, some with commanded tones."""
