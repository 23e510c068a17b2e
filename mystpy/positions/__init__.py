"""Questions about positions with exact answers: made, verified, and scored."""
