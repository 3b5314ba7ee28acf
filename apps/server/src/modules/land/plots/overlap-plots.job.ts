import { findOverlaps } from './plot-overlaps.ts'

export const run = findOverlaps
