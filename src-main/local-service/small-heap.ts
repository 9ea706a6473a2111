// Keeps the heap of this process small; imported first, so that each thread begins with it.

import { setFlagsFromString } from 'node:v8'

/**
 * Young generations stay at 1 MB instead of growing to 16 in every thread, and old ones are collected sooner. A render
 * works in large arrays that lie outside of both: ten minutes of loop take about 40 MB less at their peak, and 5 % more
 * processor time (test/bench/sound/RESULTS.md).
 */
setFlagsFromString('--optimize-for-size')
