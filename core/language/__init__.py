"""Pure Chinese: levels of words, pinyin, scripts, normalisation."""
