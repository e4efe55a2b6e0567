"""Batches on a GPU (extra `gpu`): the compiled loops of the CPU, each thread with a table of its own."""

from spieltisch.lab.cuda.batches import CudaBatch, NoGpu

__all__ = ["CudaBatch", "NoGpu"]
