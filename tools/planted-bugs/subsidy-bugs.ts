// Bugs in subsidies for spraying.
import type { PlantedBug } from './plant.ts'

const features = 'apps/server/src/modules/campaigns/subsidies'
const domain = 'packages/domain/src'
const domainTests = [`${domain}/subsidies.test.ts`]
const serverTests = [`${features}/subsidies.test.ts`]

export const subsidyBugs: readonly PlantedBug[] = [
  {
    name: 'what was paid before by a ceiling is forgotten',
    file: `${domain}/subsidy-lines.ts`,
    find: 'const spent = new Map(spentBefore)',
    replace: 'const spent = new Map(spentBefore.size > 0 ? [] : spentBefore)',
    tests: domainTests,
  },
  {
    name: 'a line that awaits a decision is paid',
    file: `${domain}/subsidy-lines.ts`,
    find: "state: isStopped ? 'stopped' : amountMinor > 0 ? 'payable' : 'nothing'",
    replace:
      "state: isStopped && amountMinor === 0 ? 'stopped' : amountMinor > 0 ? 'payable' : 'nothing'",
    tests: domainTests,
  },
  {
    name: 'who proposed a subsidy approves it',
    file: `${features}/subsidy-presenters.ts`,
    find: "if (subsidy.has_hand_in_it) return 'subsidy_own_proposal'",
    replace: "if (subsidy.has_hand_in_it && subsidy.revision < 0) return 'subsidy_own_proposal'",
    tests: serverTests,
  },
  {
    name: 'a farmer has no say about what is paid for the own plots',
    file: `${features}/line-abilities.ts`,
    find: '[line.operator_id, line.owner_id].some(',
    replace: '[line.operator_id].some(',
    tests: serverTests,
  },
  {
    name: 'who flew only reads the lines, and not whose plot it is',
    file: `${features}/subsidy-scope.queries.ts`,
    find: "operator: 'line.operator_id',\n  owner: 'line.owner_id',",
    replace: "operator: 'line.operator_id',",
    tests: serverTests,
  },
  {
    name: 'a government reads the subsidies of its whole country',
    file: `${features}/subsidy-scope.queries.ts`,
    find: 'withinRegion(`${table}.region_code`, scope.prefix)',
    replace: 'withinRegion(`${table}.region_code`, scope.prefix.slice(0, 3))',
    tests: serverTests,
  },
  {
    name: 'an operator reads the lines of its rivals',
    file: `${features}/subsidy-scope.queries.ts`,
    find: 'sql<SqlBool>`(${inScope(scope, lineScope)} and ${isOwnLine(scope)})`',
    replace: 'sql<SqlBool>`(true or ${inScope(scope, lineScope)} and ${isOwnLine(scope)})`',
  },
]
