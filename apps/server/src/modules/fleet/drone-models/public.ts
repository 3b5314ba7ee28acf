// What other features use of drone models.
export { keepModel, readOwnSwathWidth } from './drone-models.queries.ts'
export { modelByNumber, modelsByNumbers } from './number-ranges.ts'
