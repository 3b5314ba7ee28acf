// What other features use of drone models.
export { keepModel, ownWidth } from './drone-models.queries.ts'
export { modelByNumber, modelsByNumbers } from './number-ranges.ts'
