// The entry point of this module for other modules.
export { type KeptSettings, areasOfSorties, toPlanSettings } from './group-control/work-out.ts'
export { proposeByRecords } from './subsidies/propose.ts'
export { countSubsidiesForWorkbench } from './subsidies/subsidy-summary.queries.ts'
export { refreshSum } from './unified-tasks/measure.queries.ts'
export { freezeTask } from './unified-tasks/task-freeze.queries.ts'
export { countTasksForWorkbench } from './unified-tasks/task-summary.queries.ts'
export { visibleTasks } from './unified-tasks/unified-tasks.queries.ts'
