// Bugs in figures: the cube, saved statistics, the workbench, and alarms that depend on a task.
import type { PlantedBug } from './plant.ts'

const modules = 'apps/server/src/modules'
const figures = `${modules}/figures/figures`
const figureTests = [`${figures}/figures.test.ts`]
const statTests = [`${modules}/figures/data-stats/data-stats.test.ts`]
const workbenchTests = [`${modules}/overview/workbench/workbench.test.ts`]
const taskTests = [`${modules}/campaigns/unified-tasks/task-alarms.test.ts`]

export const figureBugs: readonly PlantedBug[] = [
  {
    name: 'a drone whose flights were all taken back is active',
    file: `${figures}/different.queries.ts`,
    find: 'group by ${named} having sum(present) <> 0) as those',
    replace: 'group by ${named}) as those',
    tests: figureTests,
  },
  {
    name: 'a plot that was sprayed again since the last merge counts twice',
    file: `${figures}/different.queries.ts`,
    find: 'sql`((was + comes <> 0)::int - (was <> 0)::int)`',
    replace: 'sql`(was + comes <> 0)::int`',
    tests: figureTests,
  },
  {
    name: 'what came since the last merge stands in a rank beside itself',
    file: `${figures}/largest.queries.ts`,
    find: ' and ${id} not in (${ids})',
    replace: '',
    tests: figureTests,
  },
  {
    name: 'the year so far has what is still to come of it',
    file: `${figures}/main-facts.queries.ts`,
    find: 'sign: -1',
    replace: 'sign: 1',
    tests: figureTests,
  },
  {
    name: 'a drone of which a flight was taken back is counted no more',
    file: `${figures}/kept-counts.queries.ts`,
    find: 'region_code, present, 0 from ${tableOf(sum)}',
    replace: 'region_code, 0, 0 from ${tableOf(sum)}',
    tests: figureTests,
  },
  {
    name: 'provinces of a day are looked for where only countries are counted',
    file: `${figures}/different.queries.ts`,
    find: 'if (Math.max(level, asked) > finest) return null',
    replace: 'if (level > finest) return null',
    tests: figureTests,
  },
  {
    name: 'hours of kept sums are those of Greenwich',
    file: `${figures}/facts.queries.ts`,
    find: '(fact.quarter * 15 + ${zone.steadyMinutes! + dayMinutes}::int)',
    replace: '(fact.quarter * 15 + ${dayMinutes}::int)',
    tests: figureTests,
  },
  {
    name: 'the largest are the least',
    file: `${figures}/ask-figures.queries.ts`,
    find: 'const direction = top?.least ? sql`asc` : sql`desc`',
    replace: 'const direction = top?.least ? sql`desc` : sql`asc`',
    tests: figureTests,
  },
  {
    name: 'every page of a rank begins with the first',
    file: `${figures}/ask-figures.queries.ts`,
    find: 'limit ${top.count} offset ${top.offset ?? 0}',
    replace: 'limit ${top.count}',
    tests: [`${modules}/figures/drone-statistics/drone-statistics.test.ts`],
  },
  {
    name: 'a month so far is compared with the whole month before',
    file: 'packages/domain/src/stat-settings.ts',
    find: 'to: same < whole.to! ? same : whole.to',
    replace: 'to: whole.to',
    tests: statTests,
  },
  {
    name: 'the whole of a statistic is its first row',
    file: `${modules}/figures/data-stats/stat-figures.ts`,
    find: 'askRows(ask, days, [])',
    replace: 'askRows(ask, days)',
    tests: statTests,
  },
  {
    name: 'the hours so far are compared with whole days',
    file: `${modules}/overview/workbench/workbench-work.ts`,
    find: 'Number(keys[0]) < hoursOver',
    replace: 'Number(keys[0]) < 24',
    tests: workbenchTests,
  },
  {
    name: 'everyone with the screen sees what others have to decide',
    file: `${modules}/overview/workbench/workbench.routes.ts`,
    find: '...(right ? { right } : {})',
    replace: '',
    tests: workbenchTests,
  },
  {
    name: 'ground that others of the task have sprayed is no alarm',
    file: 'apps/server/src/gateway/recompute/derive-anomalies.ts',
    find: 'shareOf(tasks.alreadyM2.get(row.id), record.coveredM2)',
    replace: 'null',
    tests: taskTests,
  },
  {
    name: 'a crop of a task that changes leaves alarms as they were',
    file: 'apps/server/src/gateway/recompute/assign-tasks.ts',
    find: 'await judgeCropsAgain(tx, droneId, range, crops)',
    replace: 'void crops',
    tests: taskTests,
  },
]
