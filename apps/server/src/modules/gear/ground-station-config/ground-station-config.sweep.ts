// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { groundStationRoutes } from '@swath/contract/gear/ground-station-config'
import { featureSweep, type Strangers } from '../../../sweep/testing-cases.ts'
import { groundStation } from '../../../sweep/testing-oracle.ts'
import { accountLines, accountNames, personLines, world } from '../../../sweep/testing-world.ts'

/** An account and what is below it. */
const isWithin = (name: keyof typeof accountLines, whole: string): boolean => {
  if (name === whole) return true
  const { parent } = accountLines[name]
  return parent !== null && isWithin(parent as keyof typeof accountLines, whole)
}
const beside: Strangers = ({ person }) =>
  accountNames
    .filter((name) => !isWithin(name, personLines[person].account))
    .map((name) => world.accountId[name])

export const groundStationSweep = featureSweep(groundStationRoutes, {
  cases: {
    listGroundAccounts: { people: groundStation },
    getGroundConfig: {
      people: groundStation,
      request: ({ person }) => ({
        query: { accountId: world.accountId[personLines[person].account] },
      }),
      strangers: { 'query.accountId': beside },
    },
    saveGroundConfig: {
      people: groundStation,
      right: true,
      request: ({ person }) => ({
        body: {
          accountId: world.accountId[personLines[person].account],
          theme: 'dark',
          version: 99,
        },
      }),
      strangers: { 'body.accountId': beside },
    },
    readGroundConfig: { people: 'public' },
  },
})
