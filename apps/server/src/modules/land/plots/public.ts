// What other features use of plots.
export { cropExists, findPlot, visiblePlots } from './plots.queries.ts'
export { plotAbilities } from './plot-answers.ts'
export { plotKind } from './plot-changes.ts'
export { plotsWithin } from './plot-map.queries.ts'
export { recordImportedPlot, takeBackPlots } from './plot-import.ts'
export { findPlotOnDay } from './plot-shapes.queries.ts'
