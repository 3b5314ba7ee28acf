// What other features use of plots.
export { visiblePlots } from './plots.queries.ts'
export { plotsWithin } from './plot-map.queries.ts'
export { recordImportedPlot, takeBackPlots } from './plot-import.ts'
export { findPlotOnDay } from './plot-shapes.queries.ts'
