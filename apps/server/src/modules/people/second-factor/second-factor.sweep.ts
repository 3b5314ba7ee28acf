// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { randomBytes } from 'node:crypto'
import { secondFactorRoutes } from '@swath/contract/people/second-factor'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'
import { idsFor, world, worldNow } from '../../../sweep/testing-world.ts'

/** Passkeys of two people, made on a host where nobody signs in. */
const owners = ['farmer', 'renter'] as const
const passkeyId = idsFor(owners)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('passkey')
    .values(
      owners.map((name) => ({
        id: passkeyId[name],
        user_id: world.userId[name],
        host: 'elsewhere.example',
        credential_id: randomBytes(16),
        public_key: randomBytes(77),
        counter: 0,
        transports: [],
        name: 'canary-passkey-end',
        created_at: new Date(worldNow),
      })),
    )
    .execute()
}

const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

export const secondFactorSweep = featureSweep(secondFactorRoutes, {
  seed,
  strangers: {
    passkey: ({ person }) =>
      owners.filter((name) => name !== person).map((name) => passkeyId[name]),
  },
  cases: {
    getOwnFactors: { people: everyone },
    confirmIdentity: {
      people: everyone,
      request: () => ({ body: { passkey: assertion } }),
      changes: true,
    },
    startTotp: { people: everyone, changes: true },
    confirmTotp: { people: everyone, request: () => ({ body: { code: '000000' } }), changes: true },
    removeTotp: { people: everyone, changes: true },
    askNewPasskey: { people: everyone, changes: true },
    addPasskey: {
      people: everyone,
      request: () => ({
        body: {
          name: 'Sweep',
          passkey: {
            id: 'AAAA',
            rawId: 'AAAA',
            type: 'public-key',
            response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
          },
        },
      }),
      changes: true,
    },
    renamePasskey: {
      people: everyone,
      request: () => ({ params: { passkeyId: passkeyId.farmer }, body: { name: 'Sweep' } }),
      changes: true,
      refusesFirst: true,
    },
    removePasskey: {
      people: everyone,
      request: () => ({ params: { passkeyId: passkeyId.farmer } }),
      changes: true,
      refusesFirst: true,
    },
    makeRecoveryCodes: { people: everyone, changes: true },
    askPasskey: { people: everyone, changes: true },
    giveSecondFactor: {
      people: everyone,
      request: () => ({ body: { totp: '000000' } }),
      changes: true,
    },
    askPasskeySignIn: { people: 'public' },
    loginPasskey: { people: 'public', request: () => ({ body: { passkey: assertion } }) },
  },
})
