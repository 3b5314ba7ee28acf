// Decides which drones to notify of newer zones, and limits the pace.
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { SetFinder } from './set-finder.ts'
import { boundsOfCell, isTouching } from './surroundings.ts'
import { changesSince, lastNumber } from './zone-sets.queries.ts'
import type { Format } from './zone-set.ts'

/** A drone that has requested zones on its current connection. */
export type Listener = { cell: number; binding: string; format: Format }

/**
 * Notifies 20 drones every 50 ms (400 a second): each drone then requests its set at once, and the
 * process has other work to do.
 */
const notifiedAtOnce = 20
const tellEachMs = 50

type Options = {
  db: Db
  log: Logger
  sets: SetFinder
  listeners: Map<string, Listener>
  tell: (droneId: string, listener: Listener) => Promise<void>
}

export const startZoneNews = async ({ db, log, sets, listeners, tell }: Options) => {
  const pending = new Set<string>()
  let number = await lastNumber(db)
  let looking = Promise.resolve()
  const report = (error: unknown): void => log.warn({ error }, 'Could not notify drones of zones')

  const look = async (): Promise<void> => {
    for (;;) {
      const changes = await changesSince(db, number)
      if (changes.length === 0) break
      for (const { bounds } of changes) {
        sets.forget(bounds)
        for (const [droneId, { cell }] of listeners)
          if (isTouching(boundsOfCell(cell), bounds)) pending.add(droneId)
      }
      number = changes.at(-1)!.number
    }
    // Drones outside the changed areas may now be bound by another account's areas.
    for (const [droneId, listener] of listeners) {
      const binding = sets.binding(droneId)
      if (binding === listener.binding) continue
      listener.binding = binding
      pending.add(droneId)
    }
  }

  const telling = setInterval(() => {
    let left = notifiedAtOnce
    for (const droneId of pending) {
      if (left-- === 0) return
      pending.delete(droneId)
      const listener = listeners.get(droneId)
      if (listener) tell(droneId, listener).catch(report)
    }
  }, tellEachMs).unref()

  return {
    /** Resolves once the drones to notify of the change are known. */
    look: (): Promise<void> => (looking = looking.then(look).catch(report)),
    stop: async (): Promise<void> => {
      clearInterval(telling)
      await looking
    },
  }
}
