"""A small game that is no game of the box: foxes and owls skirmish around a ring, by every part of the kernel."""
