"""Where hands are played: the log of each table, the stories that write it, the live stream."""
