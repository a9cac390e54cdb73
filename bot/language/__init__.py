"""What the rooms know of Russian and English writing: folding, romanising, sentences, numbers. Text in, values out."""
