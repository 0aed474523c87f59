"""20 Strong: Too Many Bones, a game for one, as a plugin of `tmb`."""
