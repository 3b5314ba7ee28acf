// Bugs in plans for several drones over one field.
import type { PlantedBug } from './plant.ts'

const planner = 'packages/planner/src'
const planTests = [`${planner}/plan-group.test.ts`]
const group = 'apps/server/src/modules/campaigns/group-control'
const groupTests = [`${group}/group-control.test.ts`]

export const groupBugs: readonly PlantedBug[] = [
  {
    name: 'drones of a plan take off without a look at the others',
    file: `${planner}/keep-apart.ts`,
    find: 'tracks.filter((_, i) => i !== next)',
    replace: 'tracks.filter((_, i) => i === next)',
    tests: planTests,
  },
  {
    name: 'strips come as near to a hole as to an edge',
    file: `${planner}/free-ground.ts`,
    find: 'i === 0 ? margins.marginM : margins.holeMarginM',
    replace: 'margins.marginM',
    tests: planTests,
  },
  {
    name: 'a drone that drops out keeps its share of the rest',
    file: `${group}/drone-status.ts`,
    find: "isConcerned(drone) ? asked.droneStatus === 'out'",
    replace: "isConcerned(drone) ? asked.droneStatus === 'broken-off'",
    tests: groupTests,
  },
  {
    name: 'a plan that is under way can be deleted',
    file: `${group}/group-control.routes.ts`,
    find: "if (isUnderWay(await dronesOfPlan(trx, context.caller.scope, id))) fail('group_plan_flying')",
    replace: '',
    tests: groupTests,
  },
  {
    name: 'a drone that refused to start counts as one that flies',
    file: `${group}/group-standing.queries.ts`,
    find: "latest.state not in ('refused', 'expired', 'cancelled')",
    replace: "latest.state not in ('expired', 'cancelled')",
    tests: groupTests,
  },
  {
    name: 'a plan whose drones all refused is under way',
    file: `${group}/group-standing.queries.ts`,
    find: '.when(hasNotBegun(eb))',
    replace: '.when(eb.not(hasNotBegun(eb)))',
    tests: groupTests,
  },
  {
    name: 'whatever a drone flies while a plan is under way counts as flown for it',
    file: `${group}/group-drones.queries.ts`,
    find: ".orderBy('sortie.start_at')\n          .limit(1)",
    replace: ".orderBy('sortie.start_at')",
    tests: groupTests,
  },
]
