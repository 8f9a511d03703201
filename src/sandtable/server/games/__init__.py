"""Games under way: opened from the log, played, shown to each side as it may see them."""
