"""A small game that is no game of the box: it exercises every part of the kernel. Foxes and owls skirmish around a ring."""
