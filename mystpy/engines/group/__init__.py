"""What is common to a group: common knowledge, announcements, decision diagrams."""
