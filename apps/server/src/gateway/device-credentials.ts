// Who may connect, asked of the database once for many devices: after an outage a whole fleet comes back within seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { credentialsOf, markCredentialsUsed, type StoredCredential } from './device-door.queries.ts'
import { isDeviceSecret } from './device-secret.ts'

type Known = { untilMs: number; credentials: Promise<readonly StoredCredential[]> }

const knownMs = 5_000
const gatherMs = 10
/** Names that nobody has are asked for too; of these and the others no more are kept at once. */
const knownAtOnce = 200_000

export type DeviceCredentials = {
  /** Rejects when the database does not answer. */
  check(droneId: string, secret: Buffer): Promise<boolean>
  forget(droneId: string): void
  /** Writes when each credential was last used; those of the last minute at once. */
  writeUses(): Promise<void>
}

export const createDeviceCredentials = (db: Db, clock: Clock): DeviceCredentials => {
  const known = new Map<string, Known>()
  const used = new Map<string, string>() // credential id → drone id
  let gathering: { ids: Set<string>; answer: Promise<Map<string, StoredCredential[]>> } | undefined

  const ask = (droneId: string): Promise<Map<string, StoredCredential[]>> => {
    if (!gathering) {
      const ids = new Set<string>()
      const answer = sleep(gatherMs).then(async () => {
        gathering = undefined
        const rows = await credentialsOf(db, [...ids])
        return Map.groupBy(rows, (row) => row.droneId)
      })
      gathering = { ids, answer }
    }
    gathering.ids.add(droneId)
    return gathering.answer
  }

  const of = (droneId: string): Promise<readonly StoredCredential[]> => {
    const nowMs = clock.now()
    const found = known.get(droneId)
    if (found && found.untilMs > nowMs) return found.credentials
    if (known.size >= knownAtOnce) known.clear()
    const credentials = ask(droneId).then((rows) => rows.get(droneId) ?? [])
    credentials.catch(() => known.delete(droneId)) // asked again at the next try; the caller is told by its own promise
    known.set(droneId, { untilMs: nowMs + knownMs, credentials })
    return credentials
  }

  return {
    check: async (droneId, secret) => {
      const credentials = await of(droneId)
      const nowMs = clock.now()
      const fitting = credentials.find((one) => (one.expiresAtMs === null || one.expiresAtMs > nowMs) && isDeviceSecret(secret, one.secretHash))
      if (fitting) used.set(fitting.id, droneId)
      return fitting !== undefined
    },
    forget: (droneId) => { known.delete(droneId) },
    writeUses: async () => {
      if (used.size === 0) return
      const uses = [...used].map(([id, droneId]) => ({ id, droneId }))
      used.clear()
      await markCredentialsUsed(db, uses)
    },
  }
}
