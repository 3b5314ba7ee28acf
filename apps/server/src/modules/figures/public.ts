// The entry point of this module for other modules.
export { insertDataStat } from './data-stats/data-stats.queries.ts'
export { nextMailing } from './data-stats/mail-times.ts'
export { askFigures, askToday, sumWork, workByDrone } from './figures/ask-figures.queries.ts'
export type { FactFilters } from './figures/choose-sums.ts'
