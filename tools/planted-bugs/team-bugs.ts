// Bugs about teams: their people and drones, and who can read them.
import type { PlantedBug } from './plant.ts'

const features = 'apps/server/src/modules/people/teams'
const tests = [`${features}/teams.test.ts`]

export const teamBugs: readonly PlantedBug[] = [
  {
    name: 'a company changes the teams of those below it',
    file: `${features}/team-presenters.ts`,
    find: "rights.includes('team.manage') && accountId === owner",
    replace: "rights.includes('team.manage') && accountId !== `no ${owner}`",
    tests,
  },
  {
    name: 'a person of another account is put in a team',
    file: `${features}/teams.queries.ts`,
    find: ".where('account_id', '=', accountId) .where('deleted_at', 'is', null) .where('id', 'in', ids",
    replace: ".where('deleted_at', 'is', null).where('id', 'in', ids",
  },
  {
    name: 'who goes over to another team leads the first on',
    file: `${features}/teams.queries.ts`,
    find: 'where team_member.team_id = team.id and app_user.id = team.leader_id',
    replace: 'where app_user.id = team.leader_id',
    tests,
  },
  {
    name: 'teams are found whoever they are of',
    file: `${features}/teams.queries.ts`,
    find: ".innerJoin('account', 'account.id', 'team.account_id') .where(inScope(scope, { owner: 'team.account_id' }))",
    replace: ".innerJoin('account', 'account.id', 'team.account_id')",
  },
  {
    name: 'the licences of everybody’s pilots are listed',
    file: `${features}/certificates.queries.ts`,
    find: ".where('app_user.deleted_at', 'is', null) .where(inScope(scope, { owner: 'app_user.account_id' }))",
    replace: ".where('app_user.deleted_at', 'is', null)",
  },
  {
    name: 'a logbook is found by its pilot alone',
    file: `${features}/logbook.queries.ts`,
    find: ".where(inScope(scope, { owner: 'app_user.account_id' })) .where",
    replace: '.where',
  },
]
