"""Memory of the operands of a tuple, case by case between guard bands, so that stray writes show."""

import numpy as np

GUARD = 64


class Memory:
    """The memory of one operand, or of several that share it: for each case the bytes of a tile between two bands."""

    def __init__(self, cases, size):
        self.inside = slice(GUARD, GUARD + size)
        # A band is unlike the others: what was copied out of another one shows, too.
        self.bytes = np.resize(np.arange(251, dtype=np.uint8), (cases, size + 2 * GUARD))
        self.roles, self.before = set(), None

    def tiles(self, operand):
        """The tiles of an operand in this memory."""
        length = operand.shape[0] * operand.shape[1] * operand.numpy().itemsize
        start = self.inside.start
        return self.bytes[:, start : start + length].view(operand.numpy()).reshape(len(self.bytes), *operand.shape)

    def touched(self):
        """By case: whether something was written around the tile, or in it although it is an input alone."""
        changed = self.bytes != self.before
        if self.roles != {"in"}:
            changed[:, self.inside] = False
        return changed.any(axis=1)


def place(tuple_, inputs, canary):
    """Gives each operand its array, and gives the memory of each by its name."""
    memories = {}
    for operand in tuple_.operands:
        owner = operand.tile.get("same_as", operand.name)
        sharing = [o for o in tuple_.operands if o.tile.get("same_as", o.name) == owner]
        if owner not in memories:
            size = max(o.shape[0] * o.shape[1] * o.numpy().itemsize for o in sharing)
            memories[owner] = memory = Memory(tuple_.cases, size)
            memory.bytes[:, memory.inside] = canary
            for shared in sharing:
                fill(tuple_, shared, memory, inputs)
            memory.before = memory.bytes.copy()
        operand.array = memories[owner].tiles(operand)
    return {operand.name: memories[operand.tile.get("same_as", operand.name)] for operand in tuple_.operands}


def fill(tuple_, operand, memory, inputs):
    """Puts the data of an operand into its memory, where it has any."""
    memory.roles.add(operand.role)
    member = f"{tuple_.name}/{operand.name}"
    if operand.role == "in" and member in inputs:
        memory.tiles(operand)[...] = inputs[member].view(operand.numpy())
