// What other features use of drone models.
export { keepModel } from './drone-models.queries.ts'
export { modelByNumber } from './number-ranges.ts'
