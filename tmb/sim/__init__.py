"""Many games: bots that choose, runs over several processes, summaries. Games in bulk keep no journal and no events."""
