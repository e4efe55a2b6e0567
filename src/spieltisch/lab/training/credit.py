"""What a choice was worth: the result of its game, or what the network thought when the same seat chose again.

Generalized advantage estimation, seat by seat: games pay at the end only, and seats take turns within a table.
"""

import numpy as np
import numpy.typing as npt

from spieltisch.games.compiled import compiled, int64

VALUE, GAIN, KNOWN = 0, 1, 2
LATER = 3
"""What is kept of each seat's next choice while going backwards: its value, its gain, and whether there is one."""


@compiled
def credit(
    rewards: npt.NDArray[np.float32],
    done: npt.NDArray[np.bool_],
    seats: npt.NDArray[np.int8],
    values: npt.NDArray[np.float32],
    last_seats: npt.NDArray[np.int8],
    last_values: npt.NDArray[np.float32],
    trace: float,
    later: npt.NDArray[np.float32],
    gains: npt.NDArray[np.float32],
    known: npt.NDArray[np.bool_],
) -> None:
    """Fill in how much better each choice turned out than was thought, by step and table.

    A seat's last choice before the record breaks off is not known, unless the seat is just about to choose again.
    """
    steps, tables, players = rewards.shape
    for table in range(tables):
        for seat in range(players):
            later[seat, KNOWN] = 0.0
        expect(later, int64(last_seats[table]), last_values[table], np.float32(0.0))
        for step in range(steps - 1, -1, -1):
            if done[step, table]:
                for seat in range(players):
                    expect(later, seat, rewards[step, table, seat], np.float32(0.0))
            chooser = int64(seats[step, table])
            gain = np.float32(0.0)
            known[step, table] = later[chooser, KNOWN] > 0.0
            if known[step, table]:
                surprise = later[chooser, VALUE] - values[step, table]
                gain = np.float32(surprise + np.float32(trace) * later[chooser, GAIN])
            gains[step, table] = gain
            expect(later, chooser, values[step, table], gain)


@compiled
def expect(later: npt.NDArray[np.float32], seat: int, value: np.float32, gain: np.float32) -> None:
    """Note what follows for a seat."""
    later[seat, VALUE] = value
    later[seat, GAIN] = gain
    later[seat, KNOWN] = 1.0
