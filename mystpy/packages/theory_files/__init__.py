"""The files of a package and of those that it extends, read as one."""
