// Bugs about campaigns: who manages one, which flights count and who reads what.
import type { PlantedBug } from './plant.ts'

const features = 'apps/server/src/modules/campaigns/unified-tasks'
const tests = [`${features}/unified-tasks.test.ts`]

export const taskBugs: readonly PlantedBug[] = [
  {
    name: 'who supervises a task changes it',
    file: `${features}/task-presenters.ts`,
    find: 'caller.accountId === task.account_id ||',
    replace: '[task.account_id, task.supervisor_id].includes(caller.accountId) ||',
    tests,
  },
  {
    name: 'who has not accepted brings drones to a task',
    file: `${features}/task-presenters.ts`,
    find: "task.invitation === 'accepted')",
    replace: "task.invitation !== 'declined')",
    tests,
  },
  {
    name: 'an operator that nobody invited finds an open task',
    file: `${features}/unified-tasks.queries.ts`,
    find: 'or (${isOut} and (${isSupervised} or ${takesPart(scope.accountIds)})))`',
    replace: 'or (${isOut} and (true or ${isSupervised} or ${takesPart(scope.accountIds)})))`',
  },
  {
    name: 'who is invited reads a draft',
    file: `${features}/unified-tasks.queries.ts`,
    find: "const isOut = sql`task.state <> 'draft'`",
    replace: 'const isOut = sql`true`',
    tests,
  },
  {
    name: 'a task is hidden from the companies above an operator that flies for it',
    file: `${features}/unified-tasks.queries.ts`,
    find: '${takesPart(scope.accountIds)}',
    replace: '${takesPart([accountId])}',
  },
  {
    name: 'an operator learns who else is invited to a task',
    file: `${features}/task-operators.ts`,
    find: 'listOperators(readDb, task.id, readsAll(caller, task) ? null : own)',
    replace: 'listOperators(readDb, task.id, null)',
    tests,
  },
  {
    name: 'a team of another company is sent to a task',
    file: `${features}/task-teams.queries.ts`,
    find: ".where('id', '=', teamId) .where('account_id', '=', accountId)",
    replace: ".where('id', '=', teamId)",
    tests,
  },
  {
    name: 'an operator reads what its rivals did for a task',
    file: `${features}/task-presenters.ts`,
    find: ': scope.accountIds.includes(task.account_id)\n',
    replace: ': scope.accountIds.length > 0\n',
    tests,
  },
  {
    name: 'progress on the map counts the plots of every task',
    file: `${features}/task-work.queries.ts`,
    find: '  (select plot_id, true as is_chosen from unified_task_plot where task_id = ${taskId}\n',
    replace:
      '  (select plot_id, true as is_chosen from unified_task_plot where task_id <= ${taskId}\n',
    tests,
  },
]
