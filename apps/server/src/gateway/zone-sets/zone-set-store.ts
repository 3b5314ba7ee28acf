// Cache of the sets that drones request; a change drops the sets it affects.
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toDeviceZone, type DeviceZone } from './device-zone.ts'
import { boundsOfCell, isTouching, writeSetName } from './surroundings.ts'
import { newestNumber, zonesAround } from './zone-sets.queries.ts'
import { buildZoneSet, type ZoneSet } from './zone-set.ts'

/** Enough cells for the drones of one country. */
const setsAtMost = 2_000
/** Weekly hours are converted with the UTC offset of the day, so sets must not get old. */
const freshMs = 3_600_000
const turnMs = 10

export type ZoneSetStore = {
  /** `binders`: sorted ids of the accounts whose stay-in areas bind the drone. */
  get(cell: number, binders: readonly string[]): Promise<ZoneSet>
  /** Drops the sets that overlap these bounds, so that they are read again. */
  forget(bounds: Bounds): void
}

/** Eight-digit hash of the account ids; empty if there are none. */
export const bindingOf = (binders: readonly string[]): string =>
  binders.length === 0
    ? ''
    : createHash('sha256').update(binders.join(' ')).digest('hex').slice(0, 8)

type Kept = { readonly cell: number; readonly readMs: number; readonly set: Promise<ZoneSet> }

export const createZoneSetStore = ({ db, clock }: { db: Db; clock: Clock }): ZoneSetStore => {
  const kept = new Map<string, Kept>()

  const read = async (cell: number, binders: readonly string[]): Promise<ZoneSet> => {
    const bounds = boundsOfCell(cell)
    // Read the number first: a change in between makes the set newer than its number, never older.
    const number = await newestNumber(db, bounds)
    const rows = await zonesAround(db, bounds, binders, new Date(clock.now()))
    const zones: DeviceZone[] = []
    let sinceMs = performance.now()
    for (const row of rows) {
      const zone = toDeviceZone(row, bounds, clock.now())
      if (zone) zones.push(zone)
      if (performance.now() - sinceMs < turnMs) continue
      await turn()
      sinceMs = performance.now()
    }
    const version = writeSetName({ cell, number, binding: bindingOf(binders) })
    return buildZoneSet(zones, { version, number, bounds, mustStayIn: binders.length > 0 })
  }

  return {
    get: (cell, binders) => {
      const key = `${cell}/${binders.join(' ')}`
      const known = kept.get(key)
      if (known && clock.now() - known.readMs < freshMs) return known.set
      const set = read(cell, binders)
      set.catch(() => kept.delete(key))
      kept.delete(key)
      kept.set(key, { cell, readMs: clock.now(), set })
      if (kept.size > setsAtMost) kept.delete(kept.keys().next().value!)
      return set
    },
    forget: (bounds) => {
      for (const [key, { cell }] of kept)
        if (isTouching(boundsOfCell(cell), bounds)) kept.delete(key)
    },
  }
}
