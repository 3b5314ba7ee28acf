import { measurePlot } from './plot-ground.ts'

export const run = measurePlot
