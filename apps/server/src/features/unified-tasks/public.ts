// What other features use of tasks.
export { countTasksAtHand } from './tasks-at-hand.queries.ts'
