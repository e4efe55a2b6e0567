"""The laboratory: many tables at once, adapters for what researchers use, simulation, measuring, fitting."""

from spieltisch.lab.batches import Batch, IllegalChoice, batch
from spieltisch.lab.reading import read

__all__ = ["Batch", "IllegalChoice", "batch", "read"]
