// The existing drones and the facts about them that users change, read from the database.
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { loadDrones } from './live-state.queries.ts'
import type { LiveTable } from './live-table.ts'

export type LiveRoster = {
  /** Loads all drones. */
  load(): Promise<void>
  /** Drones heard but not loaded, created by another process: read within a second. */
  readonly unknown: Set<string>
  stop(): void
}

/** With no ids: all. */
const reload = async (db: Db, drones: LiveTable, droneIds: readonly string[]): Promise<void> => {
  const asked = droneIds.length > 0 ? droneIds : drones.ids()
  const rows = await loadDrones(db, droneIds.length > 0 ? droneIds : undefined)
  const there = new Set(rows.map((row) => row.droneId))
  for (const row of rows) drones.put(row)
  for (const droneId of asked) if (!there.has(droneId)) drones.remove(droneId)
}

export const followRoster = ({
  db,
  drones,
  events,
  log,
}: {
  db: Db
  drones: LiveTable
  events: EventBus
  log: Logger
}): LiveRoster => {
  const stopListening = events.on('dronesChanged', ({ droneIds }) => {
    reload(db, drones, droneIds).catch((error: unknown) =>
      log.warn({ error }, 'Changed drones could not be read again'),
    )
  })
  const unknown = new Set<string>()
  const timer = setInterval(() => {
    if (unknown.size === 0) return
    const droneIds = [...unknown]
    unknown.clear()
    reload(db, drones, droneIds).catch((error: unknown) =>
      log.warn({ error }, 'New drones could not be read'),
    )
  }, 1_000).unref()
  return {
    load: () => reload(db, drones, []),
    unknown,
    stop: () => {
      stopListening()
      clearInterval(timer)
    },
  }
}
