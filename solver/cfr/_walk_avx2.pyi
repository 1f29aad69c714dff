from solver.cfr._walk import Walk as Walk
