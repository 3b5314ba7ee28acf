import type { monitorRoutes, MonitorDrone } from '@swath/contract/live/monitor'
import type { Bounds } from '@swath/domain/lng-lat'
import { muFromM2 } from '@swath/domain/units'
import type { Caller } from '@swath/domain/access/caller'
import type { LiveDroneState, LiveFilters, LiveState } from '../../../gateway/live/public.ts'
import { awaitNewPoints, storedBetween } from '../../../gateway/tracks/public.ts'
import { noTrail, readTrail } from './trail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { enabledZonesWithin, presentGround, plotsWithin } from '../../land/public.ts'
import { countLiveDrones } from './live-counts.ts'
import { getMonitorExtent, getOwnBounds } from './monitor-extent.ts'
import { monitorGroupHandlers } from './monitor-groups.ts'
import { listCards, countDrones, openSortie } from './monitor.queries.ts'
import { workToday } from './todays-work.ts'

const dronesAtMost = 500
const areasAtMost = 2000
/** Duration of a trail. */
const trailMs = 20 * 60_000

type Card = Awaited<ReturnType<typeof listCards>>[number]

const present = (card: Card, state: LiveDroneState, live: LiveState): MonitorDrone => {
  const placed = !Number.isNaN(state.lng)
  return {
    droneId: card.id,
    droneName: card.name,
    modelName: card.model_name,
    yyAccountName: card.operator_name,
    flight: live.flight(state),
    locked: card.locked,
    simulated: state.simulated,
    lng: placed ? state.lng : null,
    lat: placed ? state.lat : null,
    headingDeg: state.headingDeg,
    speedMs: state.speedMs,
    heightM: state.heightM,
    batteryPercent: state.batteryPercent,
    lastMessageAt: Number.isNaN(state.lastMessageMs)
      ? null
      : new Date(state.lastMessageMs).toISOString(),
  }
}

/** Sorts drones by distance from the center of the range, then by id. */
const nearestFirst = (
  drones: LiveDroneState[],
  { minLng, maxLng, minLat, maxLat }: Bounds,
): LiveDroneState[] => {
  const [lng, lat] = [(minLng + maxLng + (minLng > maxLng ? 360 : 0)) / 2, (minLat + maxLat) / 2]
  const away = (drone: LiveDroneState) => {
    const east = Math.abs(drone.lng - lng) % 360
    return Math.min(east, 360 - east) ** 2 + (drone.lat - lat) ** 2
  }
  return drones.toSorted((a, b) => away(a) - away(b) || (a.droneId < b.droneId ? -1 : 1))
}

type Deps = Services & { live: LiveState }
type Calls = Handlers<typeof monitorRoutes>

const within = async (
  { readDb, live }: Pick<Deps, 'readDb' | 'live'>,
  caller: Caller,
  query: Bounds & LiveFilters & { search?: string | undefined },
  online: boolean,
) => {
  const accepts = live.matcher(caller.scope, query)
  const wanted = query.search?.toLowerCase()
  const found = nearestFirst(
    live.within(
      query,
      (drone) =>
        accepts(drone) &&
        (query.condition !== undefined || (live.flight(drone) !== 'offline') === online) &&
        (wanted === undefined ||
          drone.droneId.toLowerCase().includes(wanted) ||
          drone.name.toLowerCase().includes(wanted)),
    ),
    query,
  )
  const shown = found.slice(0, dronesAtMost)
  const cards = new Map(
    (
      await listCards(
        readDb,
        caller.scope,
        shown.map((drone) => drone.droneId),
      )
    ).map((card) => [card.id, card]),
  )
  return {
    items: shown.flatMap((drone) => {
      const card = cards.get(drone.droneId)
      return card ? [present(card, drone, live)] : []
    }),
    total: found.length,
  }
}

const getMonitorSummary =
  ({ readDb, clock, live }: Deps): Calls['getMonitorSummary'] =>
  async ({ query }, { caller }) => {
    const nowMs = clock.now()
    const counts = countLiveDrones(live, caller.scope, query, nowMs)
    const [droneNum, today] = await Promise.all([
      countDrones(readDb, caller.scope, query),
      workToday(readDb, caller, nowMs, query),
    ])
    return { droneNum, ...counts, today, timeZone: caller.timeZone }
  }

const listMonitorDrones =
  ({ readDb, live }: Deps): Calls['listMonitorDrones'] =>
  async ({ query }, { caller }) =>
    within({ readDb, live }, caller, query, true)

const listOfflineDrones =
  ({ readDb, live }: Deps): Calls['listOfflineDrones'] =>
  async ({ query }, { caller }) =>
    within({ readDb, live }, caller, query, false)

const getMonitorDrone =
  ({ readDb, clock, live }: Deps): Calls['getMonitorDrone'] =>
  async ({ query }, { caller, language, signal }) => {
    const [card] = await listCards(readDb, caller.scope, [query.droneId])
    const state = live.get(query.droneId)
    if (!card || !state) return fail('not_found')
    const now = clock.now()
    const [sortie, today] = await Promise.all([
      openSortie(readDb, card.id),
      workToday(readDb, caller, now, { droneId: card.id }),
    ])
    if (sortie) await awaitNewPoints(readDb, [card.id])
    const from = new Date(Math.max(sortie?.start_at.getTime() ?? now, now - trailMs))
    const { trail, workMode } = sortie
      ? await readTrail(await storedBetween(readDb, card.id, from, new Date(now)), {
          owner: caller.userId,
          signal,
        })
      : noTrail
    return {
      ...present(card, state, live),
      flowLMin: state.flowLMin,
      tankL: state.tankL,
      linkPercent: state.linkPercent,
      swathWidthM: state.swathWidthM ?? card.swath_width_m,
      zzAccountName: card.manufacturer_name,
      oprName: sortie?.pilot_name ?? null,
      region: regionPath(card.region_code, language),
      currentSortie: sortie
        ? {
            sortieId: sortie.id,
            startTime: sortie.start_at.toISOString(),
            // A flight gets its record at the landing; before, its points determine the mode.
            workMode: sortie.mode ?? workMode,
            sprayArea: sortie.open_covered_m2 === null ? null : muFromM2(sortie.open_covered_m2),
            sprayL: sortie.open_spray_l,
          }
        : null,
      today,
      trail,
    }
  }

const listMonitorZones =
  ({ readDb }: Deps): Calls['listMonitorZones'] =>
  async ({ query }, { caller }) => {
    const { rows, total } = await enabledZonesWithin(readDb, query, areasAtMost, caller.scope)
    return { items: rows.map(presentGround), total }
  }

const listMonitorBlocks =
  ({ readDb }: Deps): Calls['listMonitorBlocks'] =>
  async ({ query }, { caller, language }) => {
    const { rows, total, cells } = await plotsWithin(readDb, caller.scope, query, areasAtMost)
    return {
      total,
      cells,
      items: rows.map((row) => ({
        blockId: row.id,
        blockName: row.name,
        accountName: row.account_name,
        area: muFromM2(row.area_m2),
        crop: row.crop_names?.[language] ?? null,
        parts: row.parts,
      })),
    }
  }

export const monitorHandlers = (services: Services, live: LiveState): Calls => {
  const deps: Deps = { ...services, live }
  return {
    ...monitorGroupHandlers(deps),
    getMonitorSummary: getMonitorSummary(deps),
    getMonitorExtent: getMonitorExtent(deps),
    getOwnBounds: getOwnBounds(deps),
    listMonitorDrones: listMonitorDrones(deps),
    listOfflineDrones: listOfflineDrones(deps),
    getMonitorDrone: getMonitorDrone(deps),
    listMonitorZones: listMonitorZones(deps),
    listMonitorBlocks: listMonitorBlocks(deps),
  }
}
