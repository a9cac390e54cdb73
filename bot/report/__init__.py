"""What people and machines read: one formatter a file."""
