"""Bodies into blocks of visible text: HTML, PDF, plain text. What comes out is data of strangers, never instruction."""
