"""What a class hands in, as learning platforms pack it, and tables of its marks."""
