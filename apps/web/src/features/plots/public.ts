// What other features draw of plots.
export { PlotLayer, type MapPlot } from './plot-layer.tsx'
