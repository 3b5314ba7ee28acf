// Creating and revoking API keys. A key never has more than its maker: screens and rights are
// checked now, and again at each call.
import {
  keyDaysAtMost,
  workingKeysAtMost,
  type ApiKeyInput,
  type apiKeyRoutes,
} from '@swath/contract/people/api-keys'
import { screensOfDrones } from '@swath/domain/access/key-limits'
import type { z } from 'zod'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import { keyPrefix } from '../../../platform/auth/api-keys.ts'
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts'
import { nothing, type Changes, type RowKind } from '../../../platform/change/change.ts'
import { isAddressRange } from '../../../platform/config/address-list.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { ScreensFor } from '../../../platform/http/bind.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countWorkingKeys,
  findDronesOf,
  findKey,
  insertKey,
  lockKey,
  revokeKey,
} from './api-keys.queries.ts'
import { presentKey } from './present-key.ts'

type Deps = Services & Changes & { screensFor: ScreensFor }
type Calls = Handlers<typeof apiKeyRoutes>
type Given = z.output<typeof ApiKeyInput>
type Locked = NonNullable<Awaited<ReturnType<typeof lockKey>>>

const dayMs = 86_400_000
/** Characters by which people recognize a key; enough remain secret. */
const startLength = 10

const refuse = (path: string, message: string): never =>
  fail('invalid_input', {}, [{ path, message }])

const checkEnd = (until: string, nowMs: number): Date => {
  const untilMs = Date.parse(until)
  if (untilMs <= nowMs) refuse('until', 'keyUntilPast')
  if (untilMs > nowMs + keyDaysAtMost * dayMs) refuse('until', 'keyUntilFar')
  return new Date(untilMs)
}

const checkLimits = async (
  { db, screensFor }: Deps,
  { screens, rights, droneIds, addresses }: Given,
  { caller, host }: SignedInContext,
): Promise<void> => {
  const own = await screensFor(caller, host)
  if (!screens.every((one) => own.includes(one))) fail('beyond_own_rights')
  if (!rights.every((one) => caller.rights.includes(one))) fail('beyond_own_rights')
  if (!addresses.every((one) => one !== 'loopback' && isAddressRange(one)))
    refuse('addresses', 'keyAddressWrong')
  if (droneIds.length === 0) return
  const found = await findDronesOf(db, caller.scope, droneIds)
  const unknown = droneIds.filter((one) => !found.includes(one))
  if (unknown.length > 0) fail('not_found', {}, [{ path: 'droneIds', message: 'keyDronesUnknown' }])
  if (!screens.every((one) => screensOfDrones.includes(one)))
    refuse('screens', 'keyScreensOfDrones')
}

/** The columns of a key that are also recorded in the log. */
const toColumns = (given: Given, expiresAt: Date) => ({
  name: given.keyName,
  writes: given.access === 'write',
  screens: [...new Set(given.screens)],
  rights: [...new Set(given.rights)],
  drone_ids: given.droneIds.length > 0 ? [...new Set(given.droneIds)] : null,
  addresses: given.addresses,
  per_minute: given.perMinute,
  expires_at: expiresAt,
})

export const createApiKey =
  (deps: Deps): Calls['createApiKey'] =>
  async ({ body }, context) => {
    const { accountId, userId } = context.caller
    await checkLimits(deps, body, context)
    const columns = toColumns(body, checkEnd(body.until, deps.clock.now()))
    const key = newToken(keyPrefix)
    return deps.record(context, async (trx, now) => {
      const id = uuidv7(now.getTime())
      return {
        action: 'api-key.create',
        object: { type: 'api-key', id, name: body.keyName },
        details: { after: { ...columns, expires_at: columns.expires_at.toISOString() } },
        write: async () => {
          await lockAccount(trx, accountId)
          if ((await countWorkingKeys(trx, { accountId, now })) >= workingKeysAtMost)
            fail('too_many_api_keys', { count: workingKeysAtMost })
          await insertKey(trx, {
            ...columns,
            id,
            account_id: accountId,
            user_id: userId,
            start: key.slice(0, startLength),
            key_hash: tokenHash(key),
            created_at: now,
          })
        },
        answer: async () => ({
          ...presentKey((await findKey(trx, { accountId, now }, id)) ?? fail('conflict')),
          key,
        }),
      }
    })
  }

const kind: RowKind<Locked, 'revoke'> = {
  type: 'api-key',
  lock: (trx, { caller }, id) => lockKey(trx, caller.accountId, id),
  refusal: () => null,
  identify: ({ id, name }) => ({ id, name }),
  // Other processes notice after the seconds for which they keep a key.
  tell: (events, { user_id: userId }) => events.emit('accessChanged', { userIds: [userId] }),
}

export const revokeApiKey =
  ({ change }: Deps): Calls['revokeApiKey'] =>
  ({ params: { keyId: id } }, context) =>
    change(
      context,
      kind,
      { id, to: 'revoke', action: 'api-key.revoke' },
      async (trx, row, now) => ({
        changes: row.revoked_at === null,
        details: { start: row.start },
        write: () => revokeKey(trx, id, now),
        answer: nothing,
      }),
    )
