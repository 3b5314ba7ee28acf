// The identity providers of an account: adding, changing, deleting and testing them.
import {
  providersAtMost,
  type IdentityProviderInput,
  type organisationSignInRoutes,
  type ProviderTest,
} from '@swath/contract/people/organisation-sign-in'
import type { z } from 'zod'
import { deleteSessionsOfProvider } from '../../../platform/auth/sessions.queries.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import {
  createChanges,
  nothing,
  type Changes,
  type RowKind,
} from '../../../platform/change/change.ts'
import type { Sealer } from '../../../platform/config/master-key.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { mayReach } from '../../../platform/http/public-request.ts'
import type { Services } from '../../../platform/services.ts'
import {
  deleteProviderRow,
  domainsOf,
  findProvider,
  insertProvider,
  lockProvider,
  providersOf,
  updateProvider,
  type ProviderRow,
} from './organisation-sign-in.queries.ts'
import { ProviderProblem, type ProviderClients } from './provider-client.ts'
import { managesProviders, presentProvider, toFacts } from './provider-presenters.ts'
import { openProvider, providerSecretPurpose } from './provider-secret.ts'

export type ProviderParts = {
  clients: ProviderClients
  throttle: Throttle
  sealer: () => Promise<Sealer | null>
}
type Deps = Services & Changes & ProviderParts
type Calls = Handlers<typeof organisationSignInRoutes>
type Given = z.output<typeof IdentityProviderInput>

const kind: RowKind<ProviderRow, 'manage'> = {
  type: 'identity-provider',
  lock: (trx, { caller }, id) => lockProvider(trx, caller.accountId, id),
  refusal: ({ caller }) => (managesProviders(caller) ? null : 'beyond_own_rights'),
  identify: ({ id, name }) => ({ id, name }),
  readVersion: ({ version }) => version,
}

const checkIssuer = ({ config }: Deps, issuer: string): void => {
  if (!mayReach(issuer, config.oidcOrigins))
    fail('invalid_input', {}, [{ path: 'issuer', message: 'issuerRefused' }])
}

const toColumns = (given: Omit<Given, 'clientSecret'>) => ({
  name: given.providerName,
  issuer: given.issuer,
  client_id: given.clientId,
  groups_claim: given.groupsClaim || null,
  group_roles: given.groupRoles,
  default_role: given.defaultRole,
  creates_members: given.createsMembers,
  trusts_factor: given.trustsFactor,
  trusts_email: given.trustsEmail,
  enabled: given.enabled,
})

const sealSecret = async ({ sealer }: Deps, id: string, secret: string): Promise<Buffer | null> => {
  if (secret === '') return null
  const { seal } = (await sealer()) ?? fail('master_key_missing')
  return seal(Buffer.from(secret), providerSecretPurpose(id))
}

const read = async (db: Db | Tx, { caller }: SignedInContext, id: string) => {
  const row = (await findProvider(db, caller.accountId, id)) ?? fail('not_found')
  return presentProvider(row, await domainsOf(db, [id]), caller)
}

const listIdentityProviders =
  ({ db }: Deps): Calls['listIdentityProviders'] =>
  async (_input, { caller }) => {
    const rows = await providersOf(db, caller.accountId)
    const domains = await domainsOf(
      db,
      rows.map(({ id }) => id),
    )
    return {
      items: rows.map((row) => presentProvider(row, domains, caller)),
      can: { create: managesProviders(caller) && rows.length < providersAtMost },
    }
  }

const addIdentityProvider =
  (deps: Deps): Calls['addIdentityProvider'] =>
  async ({ body: { clientSecret, ...given } }, context) => {
    const { caller } = context
    if (!managesProviders(caller)) return fail('beyond_own_rights')
    checkIssuer(deps, given.issuer)
    const id = uuidv7(deps.clock.now())
    const secret = await sealSecret(deps, id, clientSecret)
    const { group_roles: groupRoles, ...columns } = toColumns(given)
    return deps.record(context, async (trx, now) => ({
      action: 'identity-provider.add',
      object: { type: kind.type, id, name: given.providerName },
      details: { after: toFacts({ ...columns, group_roles: groupRoles, secret_sealed: null }) },
      write: async () => {
        await lockAccount(trx, caller.accountId)
        if ((await providersOf(trx, caller.accountId)).length >= providersAtMost)
          fail('too_many_providers', { count: providersAtMost })
        await insertProvider(trx, {
          ...columns,
          id,
          account_id: caller.accountId,
          group_roles: JSON.stringify(groupRoles),
          secret_sealed: secret,
          created_at: now,
        })
      },
      answer: () => read(trx, context, id),
    }))
  }

/** Changes after which earlier sign-ins with the provider no longer count. */
const endsSessions = (before: ProviderRow, given: Omit<Given, 'clientSecret'>): boolean =>
  before.issuer !== given.issuer ||
  before.client_id !== given.clientId ||
  (before.trusts_factor && !given.trustsFactor) ||
  (before.enabled && !given.enabled)

const updateIdentityProvider =
  (deps: Deps): Calls['updateIdentityProvider'] =>
  async ({ body: { providerId: id, version, clientSecret, ...given } }, context) => {
    checkIssuer(deps, given.issuer)
    const secret = await sealSecret(deps, id, clientSecret)
    const { group_roles: groupRoles, ...columns } = toColumns(given)
    const asked = { id, version, to: 'manage', action: 'identity-provider.update' } as const
    return deps.change(context, kind, asked, async (trx, before) => {
      const after = { ...columns, group_roles: groupRoles, secret_sealed: null }
      let ended: string[] = []
      return {
        name: given.providerName,
        // The log says that there is a new secret, and not which.
        before: { ...toFacts(before), secretChanged: false },
        after: { ...toFacts(after), secretChanged: secret !== null },
        write: async () => {
          await updateProvider(trx, id, {
            ...columns,
            group_roles: JSON.stringify(groupRoles),
            ...(secret ? { secret_sealed: secret } : {}),
          })
          if (endsSessions(before, given)) ended = await deleteSessionsOfProvider(trx, id)
        },
        answer: () => read(trx, context, id),
        tell: (events) => events.emit('accessChanged', { userIds: ended }),
      }
    })
  }

const deleteIdentityProvider =
  ({ change }: Deps): Calls['deleteIdentityProvider'] =>
  ({ params: { providerId: id } }, context) => {
    const asked = { id, to: 'manage', action: 'identity-provider.delete' } as const
    return change(context, kind, asked, async (trx, before) => {
      let ended: string[] = []
      return {
        details: { before: toFacts(before) },
        write: async () => {
          ended = await deleteSessionsOfProvider(trx, id)
          await deleteProviderRow(trx, id)
        },
        answer: nothing,
        tell: (events) => events.emit('accessChanged', { userIds: ended }),
      }
    })
  }

const testIdentityProvider =
  ({ db, clients, throttle, sealer }: Deps): Calls['testIdentityProvider'] =>
  async ({ params: { providerId } }, { caller }): Promise<ProviderTest> => {
    const row = (await findProvider(db, caller.accountId, providerId)) ?? fail('not_found')
    if (!managesProviders(caller)) return fail('beyond_own_rights')
    const retryAfterS = await throttle.admitProviderCheck(caller)
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    const opened = await sealer()
    if (row.secret_sealed && !opened) return { problem: 'key', found: null }
    try {
      const metadata = (await clients.read(openProvider(row, opened))).serverMetadata()
      return {
        problem: null,
        found: {
          authorizationEndpoint: metadata.authorization_endpoint!,
          tokenEndpoint: metadata.token_endpoint!,
          signing: metadata.id_token_signing_alg_values_supported ?? [],
          claims: metadata.claims_supported ?? [],
        },
      }
    } catch (error) {
      if (error instanceof ProviderProblem) return { problem: error.problem, found: null }
      throw error
    }
  }

export const providerHandlers = (services: Services, parts: ProviderParts) => {
  const deps: Deps = { ...services, ...parts, ...createChanges(services) }
  return {
    listIdentityProviders: listIdentityProviders(deps),
    addIdentityProvider: addIdentityProvider(deps),
    updateIdentityProvider: updateIdentityProvider(deps),
    deleteIdentityProvider: deleteIdentityProvider(deps),
    testIdentityProvider: testIdentityProvider(deps),
  }
}
