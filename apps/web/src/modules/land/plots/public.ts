// What other features draw of plots.
export { PlotCounts, type PlotCell } from './plot-counts.tsx'
export { PlotLayer, type MapPlot } from './plot-layer.tsx'
