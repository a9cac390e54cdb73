"""Does the source say the words: passages, quotes, numbers, and the judges that look at them."""
