// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { memberFactorRoutes } from '@swath/contract/people/member-factors'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { memberList, staffManagers, accountList } from '../../../sweep/testing-oracle.ts'
import { personLines, personNames, world, type PersonName } from '../../../sweep/testing-world.ts'

/** Another person of the account if there is one, else the person. */
const aMember = (person: PersonName): string =>
  world.userId[
    personNames.find(
      (name) => name !== person && personLines[name].account === personLines[person].account,
    ) ?? person
  ]
const inPath = ({ person }: Asking) => ({ params: { userId: aMember(person) } })
/** Members' administrators, and those of the list of accounts with the right to manage staff. */
const resetters = [...new Set([...staffManagers, ...accountList])].filter(
  (person) => person !== 'teamBusinessAdmin',
)
const reset = { people: resetters, right: true, request: inPath, changes: true } as const
/** The platform helps accounts with a single administrator, so their people are not foreign to it. */
const foreignToAll = {
  'params.userId': ({ person }: Asking) =>
    personNames
      .filter((name) => personLines[name].account !== personLines[person].account)
      .filter((name) => person !== 'root' || ['team', 'teamStaff'].includes(name))
      .map((name) => world.userId[name]),
}

export const memberFactorSweep = featureSweep(memberFactorRoutes, {
  cases: {
    getFactorRule: { people: memberList },
    setFactorRule: {
      people: staffManagers,
      right: true,
      request: () => ({ body: { userTypes: [1] } }),
      changes: true,
    },
    getMemberFactors: {
      people: memberList,
      request: ({ person }) => ({ query: { userId: aMember(person) } }),
    },
    listFactorResets: {
      people: ['root'],
      right: true,
      request: () => ({ query: { accountId: world.accountId.lone } }),
      untried: { 'query.accountId': 'only the platform may call it, and it sees every account' },
    },
    askFactorReset: { ...reset, strangers: foreignToAll },
    confirmFactorReset: { ...reset, strangers: foreignToAll },
    cancelFactorReset: { ...reset, strangers: foreignToAll },
  },
})
