"""Text in, text or records out; pure. Lexer, footnote table, dedupe, model residue, claims, citations, proof."""
