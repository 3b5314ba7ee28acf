import type { LiveMeasurements, LiveName } from '@swath/domain/telemetry-fields'

/** Measurements of a drone that checkpoints store, for restarts and for lists. */
export const keptColumns = {
  heightM: 'height_m',
  speedMs: 'speed_ms',
  headingDeg: 'heading_deg',
  flowLMin: 'flow_l_min',
  tankL: 'tank_l',
  batteryPercent: 'battery_percent',
  linkPercent: 'link_percent',
} as const satisfies Partial<Record<LiveName, string>>

export type KeptName = keyof typeof keptColumns
export type KeptColumn = (typeof keptColumns)[KeptName]
export type KeptMeasurements = Pick<LiveMeasurements, KeptName>

export const keptNames = Object.keys(keptColumns) as readonly KeptName[]
export const keptColumnNames = Object.values(keptColumns) as readonly KeptColumn[]

/** Reads them from a row of drone_state. */
export const readKept = (row: Readonly<Record<KeptColumn, number | null>>): KeptMeasurements =>
  Object.fromEntries(keptNames.map((name) => [name, row[keptColumns[name]]])) as KeptMeasurements

/** Picks them from a drone of the live state. */
export const pickKept = (drone: KeptMeasurements): KeptMeasurements =>
  Object.fromEntries(keptNames.map((name) => [name, drone[name]])) as KeptMeasurements
