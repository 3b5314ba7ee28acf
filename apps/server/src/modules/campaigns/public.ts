// The entry point of this module for other modules.
export { type KeptSettings, areasOfSorties, toPlanSettings } from './group-control/work-out.ts'
export { proposeByRecords } from './subsidies/propose.ts'
export { countSubsidiesAtHand } from './subsidies/subsidies-at-hand.queries.ts'
export { refreshSum } from './unified-tasks/measure.queries.ts'
export { freezeTask } from './unified-tasks/task-freeze.queries.ts'
export { countTasksAtHand } from './unified-tasks/tasks-at-hand.queries.ts'
