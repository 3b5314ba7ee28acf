// Tracks of ten minutes at 1 Hz, as points of the plain table and of the product.
import { readPoint } from '@swath/domain/point-fields'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { sampleFlight } from '@swath/simulator/drone-model'
import { planFlights } from '@swath/simulator/flight-plan'
import type { PlainPoint } from './point-table.ts'

const name = 'track-blob'
export const pointsATrack = 600
export const startMs = 1_767_225_600_000

/** The same field flown with its own noise by each drone. */
const flight = planFlights(
  {
    plotId: name,
    ring: [
      [116, 39],
      [116.003, 39],
      [116.003, 39.002],
      [116, 39.002],
      [116, 39],
    ],
    cropId: null,
    takeoff: null,
  },
  [115.9995, 38.9995],
  {
    swathWidthM: 6,
    tankL: 60,
    heightM: 3,
    spraySpeedMs: 6,
    transitSpeedMs: 10,
    doseLHa: 12,
    enduranceS: 1_200,
  },
)[0]!
const nameDrone = (i: number): string => `BLOB-${i}`

export const track = (i: number): PlainPoint[] =>
  sampleFlight(flight, { seed: `${name} ${i}`, startMs: startMs + i * 1_000, hz: 1 })
    .slice(0, pointsATrack)
    .map(({ point }, seq) => ({ ...point, droneId: nameDrone(i), boot: 'k3f9', seq }))
export const toPoint = ({ t: tMs, lng, lat, boot, seq, ...p }: PlainPoint): TelemetryPoint =>
  readPoint({ tMs, lng, lat, boot, seq }, p)

/** The pg driver returns bigint as text. */
export const pointOfRow = (row: Record<string, unknown>): TelemetryPoint => ({
  tMs: (row['at'] as Date).getTime(),
  lng: row['lng'] as number,
  lat: row['lat'] as number,
  heightM: row['height_m'] as number,
  speedMs: row['speed_ms'] as number,
  headingDeg: row['heading_deg'] as number,
  flowLMin: row['flow_l_min'] as number,
  pumpOn: row['pump_on'] as boolean,
  swathWidthM: row['width_m'] as number,
  tankL: row['tank_l'] as number,
  batteryPercent: row['battery_percent'] as number,
  linkPercent: row['link_percent'] as number,
  fix: row['fix'] as number,
  satellites: row['satellites'] as number,
  mode: row['mode'] as number,
  boot: row['boot'] as string,
  seq: Number(row['seq']),
  commandedFlowLMin: null,
})
