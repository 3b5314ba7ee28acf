// Domains of e-mail addresses: proved by a TXT record, or by the platform.
import { randomBytes } from 'node:crypto'
import {
  domainsAtMost,
  type organisationSignInRoutes,
} from '@swath/contract/people/organisation-sign-in'
import {
  createChanges,
  nothing,
  type Changes,
  type RowKind,
} from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { findAccount, readViewer } from '../accounts/accounts.queries.ts'
import {
  deleteDomainRow,
  domainsOf,
  domainsOfAccount,
  findDomain,
  insertDomain,
  lockDomain,
  lockProvider,
  proveDomain,
} from './organisation-sign-in.queries.ts'
import type { ProviderParts } from './provider-changes.ts'
import { managesProviders, presentDomain, vouchesForDomains } from './provider-presenters.ts'
import { recordName, toDomain, type ReadTexts } from './prove-domain.ts'

export type DomainParts = Pick<ProviderParts, 'throttle'> & { readTexts: ReadTexts }
type Deps = Services & Changes & DomainParts
type Calls = Handlers<typeof organisationSignInRoutes>
type Locked = NonNullable<Awaited<ReturnType<typeof lockDomain>>>

const own = { manage: true, setProved: false }
const challengeBytes = 24

const kind: RowKind<Locked, 'manage'> = {
  type: 'sign-in-domain',
  lock: (trx, { caller }, id) => lockDomain(trx, caller.accountId, id),
  refusal: ({ caller }) => (managesProviders(caller) ? null : 'beyond_own_rights'),
  identify: ({ id, domain }) => ({ id, name: domain }),
}
/** For the platform: domains of every account, in whose log the change is. */
const kindOfPlatform: RowKind<Locked, 'manage'> = {
  ...kind,
  lock: (trx, _context, id) => lockDomain(trx, null, id),
  refusal: ({ caller }) => (vouchesForDomains(caller) ? null : 'forbidden'),
  pickLogAccount: (row) => row.account_id,
}

const addSignInDomain =
  ({ record }: Deps): Calls['addSignInDomain'] =>
  ({ params: { providerId }, body }, context) => {
    const { caller } = context
    const domain =
      toDomain(body.domain) ??
      fail('invalid_input', {}, [{ path: 'domain', message: 'domainWrong' }])
    return record(context, async (trx, now) => {
      const provider = (await lockProvider(trx, caller.accountId, providerId)) ?? fail('not_found')
      if (!managesProviders(caller)) fail('beyond_own_rights')
      const known = await domainsOf(trx, [provider.id])
      if (known.length >= domainsAtMost) fail('too_many_domains', { count: domainsAtMost })
      if (known.some((one) => one.domain === domain)) fail('domain_listed')
      const row = {
        id: uuidv7(now.getTime()),
        provider_id: provider.id,
        domain,
        challenge: `swath=${randomBytes(challengeBytes).toString('base64url')}`,
        proved_at: null,
        proved_by: null,
        created_at: now,
      }
      return {
        action: 'sign-in-domain.add',
        object: { type: kind.type, id: row.id, name: domain },
        details: { provider: provider.name },
        write: () => insertDomain(trx, row),
        answer: () => Promise.resolve(presentDomain(row, own)),
      }
    })
  }

const checkSignInDomain =
  ({ db, log, change, throttle, readTexts }: Deps): Calls['checkSignInDomain'] =>
  async ({ params: { domainId: id } }, context) => {
    const { caller } = context
    const row = (await findDomain(db, caller.accountId, id)) ?? fail('not_found')
    if (!managesProviders(caller)) return fail('beyond_own_rights')
    if (row.proved_at) return presentDomain(row, own)
    const retryAfterS = await throttle.admitProviderCheck(caller)
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    // Before the transaction: name servers may take seconds.
    const texts = await readTexts(recordName(row.domain)).catch((error: unknown) => {
      log.info({ err: error, domain: row.domain }, 'a domain could not be checked')
      return fail('dns_away')
    })
    if (!texts.includes(row.challenge)) return fail('record_missing')
    const asked = { id, to: 'manage', action: 'sign-in-domain.prove' } as const
    return change(context, kind, asked, async (trx, before, now) => ({
      changes: before.proved_at === null,
      details: { by: 'dns' },
      write: async () => {
        if (!(await proveDomain(trx, id, { at: now, by: 'dns' }))) fail('domain_proved_elsewhere')
      },
      answer: async () =>
        presentDomain((await findDomain(trx, caller.accountId, id)) ?? fail('not_found'), own),
    }))
  }

const deleteSignInDomain =
  ({ change }: Deps): Calls['deleteSignInDomain'] =>
  ({ params: { domainId: id } }, context) => {
    const asked = { id, to: 'manage', action: 'sign-in-domain.delete' } as const
    return change(context, kind, asked, async (trx) => ({
      write: () => deleteDomainRow(trx, id),
      answer: nothing,
    }))
  }

const ofPlatform = { manage: false, setProved: true }

const listSignInDomains =
  ({ db }: Deps): Calls['listSignInDomains'] =>
  async ({ query: { accountId } }, { caller }) => {
    if (!vouchesForDomains(caller)) return fail('forbidden')
    ;(await findAccount(db, await readViewer(db, caller), accountId)) ?? fail('not_found')
    const rows = await domainsOfAccount(db, accountId)
    return { items: rows.map((row) => presentDomain(row, ofPlatform)) }
  }

const setSignInDomain =
  ({ change }: Deps): Calls['setSignInDomain'] =>
  async ({ params: { domainId: id }, body: { proved } }, context) => {
    if (!vouchesForDomains(context.caller)) return fail('forbidden')
    const action = `sign-in-domain.${proved ? 'prove' : 'unprove'}`
    return change(
      context,
      kindOfPlatform,
      { id, to: 'manage', action },
      async (trx, before, now) => ({
        changes: (before.proved_at !== null) !== proved,
        details: { by: 'platform' },
        write: async () => {
          const proof = proved ? ({ at: now, by: 'platform' } as const) : null
          if (!(await proveDomain(trx, id, proof))) fail('domain_proved_elsewhere')
        },
        answer: async () =>
          presentDomain(
            (await findDomain(trx, before.account_id, id)) ?? fail('not_found'),
            ofPlatform,
          ),
      }),
    )
  }

export const domainHandlers = (services: Services, parts: DomainParts) => {
  const deps: Deps = { ...services, ...parts, ...createChanges(services) }
  return {
    addSignInDomain: addSignInDomain(deps),
    checkSignInDomain: checkSignInDomain(deps),
    deleteSignInDomain: deleteSignInDomain(deps),
    listSignInDomains: listSignInDomains(deps),
    setSignInDomain: setSignInDomain(deps),
  }
}
