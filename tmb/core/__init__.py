"""The kernel: state, frames, flows, decisions, chance, events, windows, queries, permits, cuts and the loop."""
