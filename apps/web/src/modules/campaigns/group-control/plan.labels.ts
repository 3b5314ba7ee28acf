import type { groupFileFormats } from '@swath/contract/campaigns/group-control'
import type { groupDroneStates } from '@swath/contract/campaigns/group-plans'
import type { Tone } from '../../../ui/state-tags.tsx'

export const groupPath = '/business_manage/group-control'
export const planPath = (plan: string): string => `${groupPath}/${plan}`
export const editPath = (plan: string): string => `${groupPath}/${plan}/edit`

type DroneState = (typeof groupDroneStates)[number]

export const droneStates: Readonly<
  Record<DroneState, { readonly label: string; readonly tone?: Tone }>
> = {
  waiting: { label: 'group-control:statusWaiting' },
  sent: { label: 'group-control:statusSent', tone: 'waiting' },
  flying: { label: 'group-control:statusFlying', tone: 'good' },
  paused: { label: 'group-control:statusPaused', tone: 'waiting' },
  interrupted: { label: 'group-control:statusInterrupted', tone: 'bad' },
  out: { label: 'group-control:statusOut', tone: 'bad' },
  done: { label: 'group-control:statusDone' },
}

const inFlight: ReadonlySet<DroneState> = new Set(['sent', 'flying', 'paused'])
/** True while drones fly for the plan or are about to: it cannot be changed then. */
export const isUnderWay = (drones: readonly { readonly droneStatus: DroneState }[]): boolean =>
  drones.some(({ droneStatus }) => inFlight.has(droneStatus))

type Format = (typeof groupFileFormats)[number]

export const fileFormats: Readonly<
  Record<Format, { readonly label: string; readonly extension: string }>
> = {
  qgc: { label: 'group-control:formatQgc', extension: '.plan' },
  wpml: { label: 'group-control:formatWpml', extension: '.kmz' },
  kml: { label: 'group-control:formatKml', extension: '.kml' },
  geojson: { label: 'group-control:formatGeojson', extension: '.geojson' },
  isoxml: { label: 'group-control:formatIsoxml', extension: '.zip' },
}

/** Direction from which the wind blows, degrees clockwise from north. */
export const winds = [
  { fromDeg: 0, label: 'group-control:north' },
  { fromDeg: 45, label: 'group-control:northEast' },
  { fromDeg: 90, label: 'group-control:east' },
  { fromDeg: 135, label: 'group-control:southEast' },
  { fromDeg: 180, label: 'group-control:south' },
  { fromDeg: 225, label: 'group-control:southWest' },
  { fromDeg: 270, label: 'group-control:west' },
  { fromDeg: 315, label: 'group-control:northWest' },
] as const
