"""What the engine costs. `./scripts/bench` measures ratios in one run; `pytest benchmarks --benchmark-only` times the
hot parts one by one. Nothing here is part of the normal tests: machines are noisy, and a test that times something
lies.
"""
