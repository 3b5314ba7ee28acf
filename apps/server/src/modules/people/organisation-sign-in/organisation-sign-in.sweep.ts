// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { organisationSignInRoutes } from '@swath/contract/people/organisation-sign-in'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { ownAccount, without } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
  type AccountName,
} from '../../../sweep/testing-world.ts'

const providerIds = idsFor(accountNames)
const domainIds = idsFor(accountNames)
const accountOf = ({ person }: Pick<Asking, 'person'>): AccountName => personLines[person].account
const managers = without(ownAccount, 'teamBusinessAdmin', 'makerBusinessAdmin')

const seed = async (db: Db): Promise<void> => {
  const created_at = new Date(worldNow)
  await db
    .insertInto('identity_provider')
    .values(
      accountNames.map((name) => ({
        id: providerIds[name],
        account_id: world.accountId[name],
        name: buildCanary('provider', name),
        issuer: 'https://127.0.0.1', // refused before a connection
        client_id: 'sweep',
        creates_members: false,
        trusts_factor: false,
        trusts_email: false,
        enabled: true,
        created_at,
      })),
    )
    .execute()
  await db
    .insertInto('sign_in_domain')
    .values(
      accountNames.map((name) => ({
        id: domainIds[name],
        provider_id: providerIds[name],
        domain: `${name.toLowerCase()}.sweep.example`,
        challenge: buildCanary('challenge', name),
        // Proved already, so that no name server is asked.
        proved_at: created_at,
        proved_by: 'dns' as const,
        created_at,
      })),
    )
    .execute()
}

const body = {
  providerName: 'Made by the sweep',
  issuer: 'https://login.sweep.example',
  clientId: 'sweep',
}
const ofOthers =
  (ids: Readonly<Record<AccountName, string>>) =>
  (asking: Asking): string[] =>
    accountNames.filter((name) => name !== accountOf(asking)).map((name) => ids[name])
const ownDomain = (asking: Asking) => ({ params: { domainId: domainIds[accountOf(asking)] } })
const ownProvider = (asking: Asking) => ({ params: { providerId: providerIds[accountOf(asking)] } })

export const organisationSignInSweep = featureSweep(organisationSignInRoutes, {
  seed,
  strangers: { identityProvider: ofOthers(providerIds), signInDomain: ofOthers(domainIds) },
  cases: {
    listIdentityProviders: {
      people: managers,
      right: true,
      holds: {
        kind: 'provider',
        all: accountNames,
        rows: Object.fromEntries(managers.map((person) => [person, [accountOf({ person })]])),
      },
    },
    addIdentityProvider: {
      people: managers,
      right: true,
      request: () => ({ body }),
      changes: true,
    },
    updateIdentityProvider: {
      people: managers,
      right: true,
      // A version that no provider has, so that the call is refused before it changes anything.
      request: (asking) => ({
        body: { ...body, providerId: providerIds[accountOf(asking)], version: 99 },
      }),
      refusesFirst: true,
    },
    deleteIdentityProvider: { people: managers, right: true, request: ownProvider, changes: true },
    testIdentityProvider: { people: managers, right: true, request: ownProvider },
    addSignInDomain: {
      people: managers,
      right: true,
      request: (asking) => ({ ...ownProvider(asking), body: { domain: 'more.sweep.example' } }),
      changes: true,
    },
    checkSignInDomain: { people: managers, right: true, request: ownDomain },
    deleteSignInDomain: { people: managers, right: true, request: ownDomain, changes: true },
    listSignInDomains: {
      people: ['root'],
      right: true,
      request: () => ({ query: { accountId: world.accountId.lone } }),
      untried: { 'query.accountId': 'only the platform may call it, and it sees every account' },
    },
    setSignInDomain: {
      people: ['root'],
      right: true,
      request: () => ({ params: { domainId: domainIds.lone }, body: { proved: true } }),
      untried: { 'params.domainId': 'only the platform may call it, and it sees every account' },
    },
    startOrganisationSignIn: {
      people: 'public',
      request: () => ({ body: { email: 'nobody@sweep.example', origin: 'http://localhost:8080' } }),
    },
    finishOrganisationSignIn: {
      people: 'public',
      request: () => ({ body: { returned: 'state=unknown&code=unknown' } }),
    },
  },
})
