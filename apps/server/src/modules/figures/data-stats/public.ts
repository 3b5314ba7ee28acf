// What the demonstration uses of saved statistics.
export { insertDataStat } from './data-stats.queries.ts'
export { nextMailing } from './mail-times.ts'
