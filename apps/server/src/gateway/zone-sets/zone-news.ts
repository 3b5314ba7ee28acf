// Who must hear that there is something newer, and at which pace they do.
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { SetFinder } from './set-finder.ts'
import { boundsOfCell, isTouching } from './surroundings.ts'
import { changesSince, lastNumber } from './zone-sets.queries.ts'
import type { Format } from './zone-set.ts'

/** A drone that has asked on the connection that it has. */
export type Listener = { cell: number; binding: string; format: Format }

/**
 * So many drones hear of a change at a time, 400 a second: they all ask at once, and the process
 * has others to serve.
 */
const toldAtOnce = 20
const tellEachMs = 50

type Options = {
  db: Db
  log: Logger
  sets: SetFinder
  listeners: Map<string, Listener>
  tell: (droneId: string, listener: Listener) => Promise<void>
}

export const startZoneNews = async ({ db, log, sets, listeners, tell }: Options) => {
  const untold = new Set<string>()
  let number = await lastNumber(db)
  let looking = Promise.resolve()
  const report = (error: unknown): void => log.warn({ error }, 'Zones could not be told to drones')

  const look = async (): Promise<void> => {
    for (;;) {
      const changes = await changesSince(db, number)
      if (changes.length === 0) break
      for (const { bounds } of changes) {
        sets.forget(bounds)
        for (const [droneId, { cell }] of listeners)
          if (isTouching(boundsOfCell(cell), bounds)) untold.add(droneId)
      }
      number = changes.at(-1)!.number
    }
    // Whom no change touched may be bound by another's areas now.
    for (const [droneId, listener] of listeners) {
      const binding = sets.binding(droneId)
      if (binding === listener.binding) continue
      listener.binding = binding
      untold.add(droneId)
    }
  }

  const telling = setInterval(() => {
    let left = toldAtOnce
    for (const droneId of untold) {
      if (left-- === 0) return
      untold.delete(droneId)
      const listener = listeners.get(droneId)
      if (listener) tell(droneId, listener).catch(report)
    }
  }, tellEachMs).unref()

  return {
    /** Ends when it is known who must hear of what has changed. */
    look: (): Promise<void> => (looking = looking.then(look).catch(report)),
    stop: async (): Promise<void> => {
      clearInterval(telling)
      await looking
    },
  }
}
