"""Section 4.3: common knowledge of two players."""
