"""Tests of the review, in the terminal and in the browser."""
