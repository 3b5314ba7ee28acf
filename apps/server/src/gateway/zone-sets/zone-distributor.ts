// Distributes zones to drones. A drone requests the zones around it and reports the version it
// holds; it is notified when those zones change.
import type { Logger } from 'pino'
import type { ZonesInForce } from '@swath/domain/zones-in-force'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import type { GatewayCounters } from '../counters.ts'
import type { LiveState } from '../live/public.ts'
import { createHoldings } from './holdings.ts'
import { createSetFinder } from './set-finder.ts'
import { cellAt, readSetName } from './surroundings.ts'
import { startZoneNews, type Listener } from './zone-news.ts'
import { writeWord, type Format } from './zone-set.ts'
import { readZoneWord, type ZoneWord } from './zone-words.ts'

export type ZoneDistributor = {
  /** Handles a message on the drone's `zones` topic. Resolves once it is answered or stored. */
  heard(droneId: string, payload: Buffer, format: Format): Promise<void>
  gone(droneId: string): void
  /** Call when zones changed or may have changed. Resolves once the drones to notify are known. */
  setZones(zones: ZonesInForce): Promise<void>
  stop(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
  live: Pick<LiveState, 'get'>
  counters: GatewayCounters
  /** Sends to the drone if it is connected to this process. */
  publish: (droneId: string, payload: Buffer, format: Format) => Promise<void>
}

/** Delay for the live state to learn of a new owner first. */
const ownerKnownMs = 1_000

export const startZoneDistributor = async (options: Options): Promise<ZoneDistributor> => {
  const { db, clock, events, log, counters, publish } = options
  const sets = createSetFinder(options)
  const holdings = createHoldings({ db, clock })
  const listeners = new Map<string, Listener>()

  const sayNews = (droneId: string, version: string, format: Format): Promise<void> =>
    publish(droneId, writeWord({ type: 'news', version }, format), format)

  const news = await startZoneNews({
    db,
    log,
    sets,
    listeners,
    tell: async (droneId, { cell, format }) => {
      counters.zoneNews++
      await sayNews(droneId, (await sets.find(droneId, cell)).version, format)
    },
  })

  const answer = async (
    droneId: string,
    { at, have, page }: ZoneWord & { type: 'ask' },
    format: Format,
  ): Promise<void> => {
    const cell = cellAt([at[0], at[1]])
    listeners.set(droneId, { cell, format, binding: sets.binding(droneId) })
    const set = await sets.find(droneId, cell)
    const { version } = set
    counters.zonePages++
    if (have === version)
      return publish(droneId, writeWord({ type: 'same', version }, format), format)
    const bytes = set.readPage(page, format)
    // A missing page means that the set has changed: the drone starts over.
    await (bytes ? publish(droneId, bytes, format) : sayNews(droneId, version, format))
  }

  const keep = async (
    droneId: string,
    { version, hash }: ZoneWord & { type: 'hold' },
    format: Format,
  ): Promise<void> => {
    const name = readSetName(version)
    if (!name) return
    const set = await sets.find(droneId, name.cell)
    if (set.version !== version || set.hash !== hash) return sayNews(droneId, set.version, format)
    await holdings.put({ droneId, number: set.number, bounds: set.bounds, version })
    counters.zoneHolds++
  }

  const stopHearing = events.on('dronesChanged', ({ droneIds }) => {
    // A new owner has different stay-in areas.
    if (droneIds.some((droneId) => listeners.has(droneId)))
      setTimeout(() => void news.look(), ownerKnownMs).unref()
  })

  return {
    heard: async (droneId, payload, format) => {
      const word = readZoneWord(payload, format)
      if (!word) return log.info({ droneId }, 'A word about zones that is none was dropped')
      if (word.type === 'ask') await answer(droneId, word, format)
      else await keep(droneId, word, format)
    },
    gone: (droneId) => {
      listeners.delete(droneId)
    },
    setZones: (changed) => {
      sets.setZones(changed)
      return news.look()
    },
    stop: async () => {
      stopHearing()
      await news.stop()
      await holdings.stop()
    },
  }
}
