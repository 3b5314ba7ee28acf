// What other features use of unified tasks.
export { refreshSum } from './measure.queries.ts'
export { freezeTask } from './task-freeze.queries.ts'
export { countTasksAtHand } from './tasks-at-hand.queries.ts'
