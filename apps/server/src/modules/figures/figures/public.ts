// What other features ask of figures.
export { type FactFilters } from './choose-sums.ts'
export { askFigures, askToday, countDays, sumWork, workByDrone } from './ask-figures.queries.ts'
export { whyNotAsked } from '@swath/domain/figures'
