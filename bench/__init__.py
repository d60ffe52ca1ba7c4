"""The benchmarks: one module a question, each against a floor or a peer measured in the same run."""
