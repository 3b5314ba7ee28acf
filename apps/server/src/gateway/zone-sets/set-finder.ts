// Finds the set for a drone: the cell it requests, with the stay-in areas that bind the drone.
import { noZonesInForce, type ZonesInForce } from '@swath/domain/zones-in-force'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { LiveState } from '../live/public.ts'
import type { ZoneSet } from './zone-set.ts'
import { bindingOf, createZoneSetStore, type ZoneSetStore } from './zone-set-store.ts'

export type SetFinder = {
  find(droneId: string, cell: number): Promise<ZoneSet>
  /** Identifies the accounts whose areas bind the drone. */
  binding(droneId: string): string
  setZones(zones: ZonesInForce): void
  forget: ZoneSetStore['forget']
}

export const createSetFinder = ({
  db,
  clock,
  live,
}: {
  db: Db
  clock: Clock
  live: Pick<LiveState, 'get'>
}): SetFinder => {
  const store = createZoneSetStore({ db, clock })
  let zones = noZonesInForce

  /** Sorted ids of the accounts whose areas bind the drone now or later. */
  const bindersOf = (droneId: string): readonly string[] => {
    const drone = live.get(droneId)
    if (!drone || zones.stayIn.length === 0) return []
    return zones.stayIn
      .filter(
        ({ binds, areas }) =>
          binds(drone) && areas.zones.some(({ toMs }) => toMs === null || toMs > clock.now()),
      )
      .map(({ declarerId }) => declarerId)
      .toSorted()
  }

  return {
    find: (droneId, cell) => store.get(cell, bindersOf(droneId)),
    binding: (droneId) => bindingOf(bindersOf(droneId)),
    setZones: (changed) => {
      zones = changed
    },
    forget: (bounds) => store.forget(bounds),
  }
}
