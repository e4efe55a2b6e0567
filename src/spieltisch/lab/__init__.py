"""The laboratory: many tables at once, adapters for what researchers use, simulation, measuring, fitting."""

from spieltisch.lab.batches import Batch, IllegalChoice, batch

__all__ = ["Batch", "IllegalChoice", "batch"]
