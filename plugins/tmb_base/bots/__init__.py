"""Bots that know this game. They choose from the public ask, the table's view and the content, as any client could."""
