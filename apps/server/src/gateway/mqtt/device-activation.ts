// A drone counts as activated from its first connection. The activation is recorded in the maker's
// log: which drone connected, from where and when.
import type { Logger } from 'pino'
import { changeLog, recordAudit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { tx, type Db } from '../../platform/database/database.ts'
import { activateDrones } from './mqtt-endpoint.queries.ts'

export type DeviceActivation = {
  connected(droneId: string, ip: string | null): void
  /** Writes the waiting activations. */
  flush(): Promise<void>
}

const gatherMs = 200
/** Size of the cache of activated drones: they reconnect often, and need no query each time. */
const knownAtOnce = 200_000

export const createDeviceActivation = ({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Logger
}): DeviceActivation => {
  const known = new Set<string>()
  let waiting = new Map<string, { atMs: number; ip: string | null }>()
  let timer: NodeJS.Timeout | null = null

  const write = async (): Promise<void> => {
    const come = waiting
    waiting = new Map()
    timer = null
    if (come.size === 0) return
    try {
      await tx(db, async (trx) => {
        for (const { id, name, manufacturerId } of await activateDrones(
          trx,
          [...come.keys()],
          new Date(clock.now()),
        )) {
          const { atMs, ip } = come.get(id)!
          await recordAudit(trx, {
            accountId: manufacturerId,
            atMs,
            logType: changeLog,
            user: { id: null, name: id },
            ip,
            action: 'drone.activate',
            object: { type: 'drone', id, name },
            details: { activation: { before: 1, after: 2 } },
          })
        }
      })
      if (known.size + come.size > knownAtOnce) known.clear()
      for (const droneId of come.keys()) known.add(droneId)
    } catch (error) {
      // The drone stays inactive; its next connection tries again.
      log.warn({ error }, 'The first connection of drones could not be noted')
    }
  }

  return {
    connected: (droneId, ip) => {
      if (known.has(droneId) || waiting.has(droneId)) return
      waiting.set(droneId, { atMs: clock.now(), ip })
      timer ??= setTimeout(() => void write(), gatherMs).unref()
    },
    flush: async () => {
      if (timer) clearTimeout(timer)
      await write()
    },
  }
}
