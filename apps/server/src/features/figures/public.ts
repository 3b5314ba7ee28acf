// What other features ask of figures.
export { askFigures, countDays, sumWork, workByDrone } from './ask-figures.queries.ts'
export { whyNotAsked } from '@swath/domain/figures'
