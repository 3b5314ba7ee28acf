// Checks device credentials with one query for many devices: after an outage a whole fleet
// reconnects within seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { factoryPassword, secretKeyPurpose } from '../../platform/auth/factory-credential.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/config/master-key.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  listCredentials,
  markCredentialsUsed,
  listSecretKeys,
  type StoredCredential,
  type StoredSecretKey,
} from './mqtt-endpoint.queries.ts'
import { hashDeviceSecret, isDeviceSecret } from './device-secret.ts'

/** Issued to a drone (`vid` is null), or derived from the secret key of its maker. */
type Credential = StoredCredential & { vid: number | null }
type Known = { untilMs: number; credentials: Promise<readonly Credential[]> }

const knownMs = 5_000
const gatherMs = 10
/** Cache limit. Unknown names are cached as well. */
const knownAtOnce = 200_000

export type DeviceCredentials = {
  /** Rejects if the database does not respond. */
  check(droneId: string, secret: Buffer): Promise<boolean>
  forget(droneId: string): void
  /** The key of a vendor number has changed. Returns the drones that connected with the old one. */
  forgetKey(vid: number): string[]
  /** Writes when credentials were last used, in one batch. */
  writeUses(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  log: Logger
  sealer?: (() => Promise<Sealer | null>) | undefined
}

/** A key that cannot be decrypted admits no drone; issued credentials still work. */
const deriveFactoryCredentials = async (
  keys: readonly StoredSecretKey[],
  { sealer, log }: Pick<Options, 'sealer' | 'log'>,
): Promise<Credential[]> => {
  const opener = keys.length > 0 ? await sealer?.() : null
  if (!opener) return []
  const opened = new Map<string, Buffer | null>()
  const open = ({ vid, keySealed }: StoredSecretKey): Buffer | null => {
    try {
      return opener.open(keySealed, secretKeyPurpose(vid))
    } catch (error) {
      log.warn(
        { vid, error: String(error) },
        'A secret key cannot be opened: was the master key changed?',
      )
      return null
    }
  }
  return keys.flatMap((stored): Credential[] => {
    const { droneId, vid, id } = stored
    if (!opened.has(id)) opened.set(id, open(stored))
    const key = opened.get(id)
    return key
      ? [
          {
            droneId,
            id,
            vid,
            secretHash: hashDeviceSecret(factoryPassword(vid, key, droneId)),
            expiresAtMs: null,
          },
        ]
      : []
  })
}

export const createDeviceCredentials = ({ db, clock, log, sealer }: Options): DeviceCredentials => {
  const known = new Map<string, Known>()
  const used = new Map<string, string>() // credential id → drone id
  let gathering: { ids: Set<string>; answer: Promise<Map<string, Credential[]>> } | undefined
  /** Drones connected with a factory credential, each with its vendor number. */
  const factoryBorn = new Map<string, number>()
  /** Counts key changes, so that a check that ran during a change is repeated. */
  let changes = 0

  const ask = (droneId: string): Promise<Map<string, Credential[]>> => {
    if (!gathering) {
      const ids = new Set<string>()
      const answer = sleep(gatherMs).then(async () => {
        gathering = undefined
        const [issued, keys] = await Promise.all([
          listCredentials(db, [...ids]),
          sealer ? listSecretKeys(db, [...ids]) : [],
        ])
        const rows: Credential[] = [
          ...issued.map((row) => ({ ...row, vid: null })),
          ...(await deriveFactoryCredentials(keys, { sealer, log })),
        ]
        return Map.groupBy(rows, (row) => row.droneId)
      })
      gathering = { ids, answer }
    }
    gathering.ids.add(droneId)
    return gathering.answer
  }

  const of = (droneId: string): Promise<readonly Credential[]> => {
    const nowMs = clock.now()
    const found = known.get(droneId)
    if (found && found.untilMs > nowMs) return found.credentials
    if (known.size >= knownAtOnce) known.clear()
    const credentials = ask(droneId).then((rows) => rows.get(droneId) ?? [])
    // drop it so that the next attempt queries again; the caller sees the rejection in its own
    // promise
    credentials.catch(() => known.delete(droneId))
    known.set(droneId, { untilMs: nowMs + knownMs, credentials })
    return credentials
  }

  return {
    check: async (droneId, secret) => {
      let before = changes
      let credentials = await of(droneId)
      while (changes !== before) {
        before = changes
        credentials = await of(droneId)
      }
      const nowMs = clock.now()
      const fitting = credentials.find(
        (one) =>
          (one.expiresAtMs === null || one.expiresAtMs > nowMs) &&
          isDeviceSecret(secret, one.secretHash),
      )
      if (fitting?.vid === null) used.set(fitting.id, droneId)
      if (fitting && fitting.vid !== null) factoryBorn.set(droneId, fitting.vid)
      else if (fitting) factoryBorn.delete(droneId)
      return fitting !== undefined
    },
    forget: (droneId) => {
      known.delete(droneId)
    },
    forgetKey: (vid) => {
      changes++
      known.clear()
      const born = [...factoryBorn].flatMap(([droneId, number]) => (number === vid ? droneId : []))
      for (const droneId of born) factoryBorn.delete(droneId)
      return born
    },
    writeUses: async () => {
      if (used.size === 0) return
      const uses = [...used].map(([id, droneId]) => ({ id, droneId }))
      used.clear()
      await markCredentialsUsed(db, uses)
    },
  }
}
