"""The adventure around the battles: days, Encounters, rewards, Training, Loot, the Tyrant."""
