// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { randomBytes } from 'node:crypto'
import { apiKeyRoutes } from '@swath/contract/people/api-keys'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { ownAccount } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'

const keyId = idsFor(accountNames)
const accountOf = ({ person }: Pick<Asking, 'person'>) => personLines[person].account
const held = {
  kind: 'key',
  all: accountNames,
  rows: Object.fromEntries(ownAccount.map((person) => [person, [accountOf({ person })]])),
}

export const apiKeySweep = featureSweep(apiKeyRoutes, {
  seed: async (db) => {
    await db
      .insertInto('api_key')
      .values(
        accountNames.map((name) => ({
          id: keyId[name],
          account_id: world.accountId[name],
          user_id: world.userId[name],
          name: buildCanary('key', name),
          start: 'swk_sweep0',
          key_hash: randomBytes(32),
          writes: false,
          screens: ['monitor'],
          rights: [],
          addresses: [],
          per_minute: 1,
          created_at: new Date(worldNow),
          expires_at: new Date(worldNow + 86_400_000),
        })),
      )
      .execute()
  },
  strangers: {
    apiKey: (asking) =>
      accountNames.filter((name) => name !== accountOf(asking)).map((name) => keyId[name]),
  },
  cases: {
    listApiKeys: { people: ownAccount, right: true, holds: held },
    exportApiKeys: { people: ownAccount, right: true, holds: held },
    createApiKey: {
      people: ownAccount,
      right: true,
      request: ({ drone }) => ({
        body: {
          keyName: 'Made by the sweep',
          access: 'read',
          screens: ['account-detail'],
          // refused before anything is written: this page is not about drones
          droneIds: [world.droneId[drone]],
          until: new Date(worldNow + 86_400_000).toISOString(),
        },
      }),
      changes: true,
      refusesFirst: true,
    },
    revokeApiKey: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ params: { keyId: keyId[accountOf(asking)] } }),
      changes: true,
    },
  },
})
