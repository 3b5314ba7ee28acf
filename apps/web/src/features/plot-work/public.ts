// What other features show of the work on a plot.
export { PlotWork } from './plot-work.tsx'
