// API keys: a program calls as the person who made the key, with part of what that person may do.
import type { Caller } from '@swath/domain/access/caller'
import { keepOfKey, type KeyLimits } from '@swath/domain/access/key-limits'
import { rights, type Right } from '@swath/domain/access/rights'
import { screens, type Screen } from '@swath/domain/access/screens'
import { createAddressList } from '../config/address-list.ts'
import type { Services } from '../services.ts'
import { findWorkingKey, findWorkingKeyById, touchKey, type KeyRow } from './api-keys.queries.ts'
import { readCaller } from './caller.ts'
import { createKeptSessions } from './kept-sessions.ts'
import { findPersonById } from './people.queries.ts'
import { maySignInOn, type Themes } from './themes.ts'
import { tokenHash, type TokenPrefix } from './tokens.ts'

export const keyPrefix = 'swk_' satisfies TokenPrefix

/** The time of last use is accurate to the minute. */
const touchedMs = 60_000

export type KeySession = { caller: Caller; sessionId: null; half: null }

export type ApiKeys = {
  /** Null for unknown, revoked and expired keys, on other hosts, and from other addresses. */
  resolve: (key: string, host: string, address: string) => Promise<KeySession | null>
}

const toLimits = (row: KeyRow): KeyLimits => ({
  keyId: row.id,
  writes: row.writes,
  screens: row.screens.filter((name): name is Screen =>
    (screens as readonly string[]).includes(name),
  ),
  rights: row.rights.filter((name): name is Right => (rights as readonly string[]).includes(name)),
  perMinute: row.per_minute,
})

const narrow = (person: Caller, row: KeyRow): Caller => {
  const key = toLimits(row)
  return {
    ...person,
    // so that logs and rows name the program, too
    userName: `${person.userName} (${row.name})`,
    rights: keepOfKey(person.rights, key.rights),
    scope: row.drone_ids ? { ...person.scope, drones: row.drone_ids } : person.scope,
    key,
  }
}

const mayCallFrom = ({ addresses }: Pick<KeyRow, 'addresses'>, address: string): boolean =>
  addresses.length === 0 || createAddressList(addresses).includes(address)

/** The caller as whom a key calls; null if it ended or its person is disabled. */
export const readKeyCaller = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  keyId: string,
): Promise<Caller | null> => {
  const row = await findWorkingKeyById(db, keyId, new Date(clock.now()))
  const person = row && (await findPersonById(db, row.user_id))
  return row && person?.enabled ? narrow(await readCaller(db, person), row) : null
}

export const createApiKeys = (
  services: Pick<Services, 'db' | 'clock' | 'events'>,
  themes: Pick<Themes, 'of'>,
): ApiKeys => {
  const { db, clock } = services
  const kept = createKeptSessions<{ caller: Caller; row: KeyRow }>(services)

  const read = async (key: string, host: string) => {
    const hash = tokenHash(key)
    const name = hash.toString('base64')
    const known = kept.find(name)
    if (known) return known.host === host ? known : null
    const keep = kept.prepare()
    const row = await findWorkingKey(db, hash, new Date(clock.now()))
    if (!row) return null
    const person = await findPersonById(db, row.user_id)
    if (!person?.enabled || !maySignInOn(await themes.of(host), person)) return null
    const found = { caller: narrow(await readCaller(db, person), row), row }
    keep(name, found, host, row.expires_at.getTime())
    return found
  }

  return {
    resolve: async (key, host, address) => {
      const found = await read(key, host)
      if (!found || !mayCallFrom(found.row, address)) return null
      const { caller, row } = found
      const now = new Date(clock.now())
      const ifBefore = new Date(now.getTime() - touchedMs)
      if (row.last_used_at === null || row.last_used_at < ifBefore) {
        await touchKey(db, row.id, { now, ifBefore, ip: address })
        row.last_used_at = now
      }
      return { caller, sessionId: null, half: null }
    },
  }
}
