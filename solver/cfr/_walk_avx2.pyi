from solver.cfr._walk import SequenceWalk as SequenceWalk
from solver.cfr._walk import Walk as Walk

HAS_THREADS: bool
