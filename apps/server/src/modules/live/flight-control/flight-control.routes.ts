// Drones that can receive commands now. The commands: features/commands.
import type { ControlDrone, flightControlRoutes } from '@swath/contract/live/flight-control'
import type { Caller } from '@swath/domain/access/caller'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import { type LiveDroneState, type LiveState } from '../../../gateway/live/public.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { controlHandlers } from './control.ts'
import { dronesToControl, keptRoute, type ControlRow } from './flight-control.queries.ts'

const dronesAtMost = 200

const present = (
  row: ControlRow,
  state: LiveDroneState | undefined,
  live: LiveState,
  caller: Caller,
): ControlDrone => {
  const { command, lock } = droneAbilities(caller, row)
  return {
    droneId: row.id,
    droneName: row.name,
    modelName: row.modelName,
    yyAccountName: row.operatorName,
    locked: row.locked,
    flight: state ? live.flight(state) : 'offline',
    simulated: state?.simulated ?? false,
    lng: state && !Number.isNaN(state.lng) ? state.lng : null,
    lat: state && !Number.isNaN(state.lat) ? state.lat : null,
    headingDeg: state?.headingDeg ?? null,
    speedMs: state?.speedMs ?? null,
    heightM: state?.heightM ?? null,
    batteryPercent: state?.batteryPercent ?? null,
    lastMessageAt:
      state && !Number.isNaN(state.lastMessageMs)
        ? new Date(state.lastMessageMs).toISOString()
        : null,
    can: { command, lock },
  }
}

/**
 * A drone reports the URL of its camera, and the console would load any URL. Only origins
 * configured by the service's operator are passed on.
 */
const pickVideoUrl = (url: string | null, origins: readonly string[] = []): string | null =>
  url !== null && origins.includes(new URL(url).origin) ? url : null

export const flightControlHandlers = (
  services: Services,
  live: LiveState,
): Handlers<typeof flightControlRoutes> => ({
  ...controlHandlers(services),

  listControlDrones: async ({ query: { search, state } }, { caller }) => {
    const { readDb } = services
    const accepts = live.matcher(caller.scope, {})
    const wanted = search?.toLowerCase()
    const airborne = (drone: LiveDroneState): boolean =>
      live.flight(drone) === 'flying' || live.flight(drone) === 'spraying'
    const found = [...live.all()]
      .filter(
        (drone) =>
          live.flight(drone) !== 'offline' &&
          accepts(drone) &&
          (state === undefined || airborne(drone) === (state === 'air')) &&
          (wanted === undefined ||
            drone.droneId.toLowerCase().includes(wanted) ||
            drone.name.toLowerCase().includes(wanted)),
      )
      .sort(
        (a, b) =>
          Number(airborne(b)) - Number(airborne(a)) ||
          (a.name < b.name ? -1 : a.name > b.name ? 1 : a.droneId < b.droneId ? -1 : 1),
      )
    const shown = found.slice(0, dronesAtMost)
    const rows = new Map(
      (
        await dronesToControl(
          readDb,
          caller.scope,
          shown.map((drone) => drone.droneId),
        )
      ).map((row) => [row.id, row]),
    )
    return {
      items: shown.flatMap((drone) => {
        const row = rows.get(drone.droneId)
        return row ? [present(row, drone, live, caller)] : []
      }),
      total: found.length,
    }
  },

  getControlDrone: async ({ query: { droneId } }, { caller }) => {
    const { readDb, config } = services
    const [row] = await dronesToControl(readDb, caller.scope, [droneId])
    if (!row) return fail('not_found')
    const route = await keptRoute(readDb, caller.scope, droneId)
    return {
      ...present(row, live.get(droneId), live, caller),
      videoUrl: pickVideoUrl(row.videoUrl, config.videoOrigins),
      route: route && {
        name: route.name,
        time: route.at.toISOString(),
        points: route.points.map((point) => ({
          ...point,
          at: [point.at[0], point.at[1]] as [number, number],
        })),
      },
    }
  },
})
