"""Effects: the words that content is written in, compiled to closures when a rule set is built."""
