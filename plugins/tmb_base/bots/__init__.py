"""Bots that know this game. They choose from the public ask and the table's view alone, as any client could."""
