// Code that runs for every point of every drone, field by field: read, check, show. Appending and
// extracting are next to the columns (telemetry-point.ts). A loop over the table accesses
// properties by a variable name, which is two to five times slower (decision 057); so these
// functions name each field again, and a test checks them against the table.
import { isPlausibleList, TELEMETRY_FIELDS, type LiveMeasurements } from './telemetry-fields.ts'
import type { TelemetryPoint } from './telemetry-point.ts'

const F = TELEMETRY_FIELDS
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const parseNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const parseFlag = (value: unknown): boolean | null =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : null

const pickList = (value: unknown): number[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((one) => parseNumber(one) !== null)
    ? value
    : null

export type PointOrigin = Pick<TelemetryPoint, 'tMs' | 'lng' | 'lat' | 'boot' | 'seq'>

/** A point from JSON or Protobuf. A measurement of the wrong type counts as missing. */
export const readPoint = (
  { tMs, lng, lat, boot, seq }: PointOrigin,
  from: Readonly<Record<string, unknown>>,
): TelemetryPoint => {
  const point: Mutable<TelemetryPoint> = {
    tMs,
    lng,
    lat,
    heightM: parseNumber(from[F.heightM.wire]),
    speedMs: parseNumber(from[F.speedMs.wire]),
    headingDeg: parseNumber(from[F.headingDeg.wire]),
    flowLMin: parseNumber(from[F.flowLMin.wire]),
    pumpOn: parseFlag(from[F.pumpOn.wire]),
    swathWidthM: parseNumber(from[F.swathWidthM.wire]),
    tankL: parseNumber(from[F.tankL.wire]),
    batteryPercent: parseNumber(from[F.batteryPercent.wire]),
    linkPercent: parseNumber(from[F.linkPercent.wire]),
    fix: parseNumber(from[F.fix.wire]),
    satellites: parseNumber(from[F.satellites.wire]),
    mode: parseNumber(from[F.mode.wire]),
    boot,
    seq,
    clockShiftMs: null,
  }
  const commandedFlowLMin = parseNumber(from[F.commandedFlowLMin.wire])
  if (commandedFlowLMin !== null) point.commandedFlowLMin = commandedFlowLMin
  const hdop = parseNumber(from[F.hdop.wire])
  if (hdop !== null) point.hdop = hdop
  const windMs = parseNumber(from[F.windMs.wire])
  if (windMs !== null) point.windMs = windMs
  const windFromDeg = parseNumber(from[F.windFromDeg.wire])
  if (windFromDeg !== null) point.windFromDeg = windFromDeg
  const temperatureC = parseNumber(from[F.temperatureC.wire])
  if (temperatureC !== null) point.temperatureC = temperatureC
  const humidityPercent = parseNumber(from[F.humidityPercent.wire])
  if (humidityPercent !== null) point.humidityPercent = humidityPercent
  const rainMmH = parseNumber(from[F.rainMmH.wire])
  if (rainMmH !== null) point.rainMmH = rainMmH
  const aboveSeaM = parseNumber(from[F.aboveSeaM.wire])
  if (aboveSeaM !== null) point.aboveSeaM = aboveSeaM
  const rollDeg = parseNumber(from[F.rollDeg.wire])
  if (rollDeg !== null) point.rollDeg = rollDeg
  const pitchDeg = parseNumber(from[F.pitchDeg.wire])
  if (pitchDeg !== null) point.pitchDeg = pitchDeg
  const cellsV = pickList(from[F.cellsV.wire])
  if (cellsV !== null) point.cellsV = cellsV
  return point
}

/** Accesses the range by index: destructuring it costs more than everything else here. */
const isWithin = (value: unknown, range: readonly [number, number]): boolean =>
  value === null || (typeof value === 'number' && value >= range[0] && value <= range[1])

const isAngle = (value: unknown): boolean =>
  value === null || (typeof value === 'number' && value >= 0 && value < 360)

/** Whether every measurement is plausible as reported, which is nearly always true. */
export const isPlausible = (point: TelemetryPoint): boolean =>
  isWithin(point.heightM, F.heightM.range) &&
  isWithin(point.speedMs, F.speedMs.range) &&
  isAngle(point.headingDeg) &&
  isWithin(point.flowLMin, F.flowLMin.range) &&
  (point.pumpOn === null || typeof point.pumpOn === 'boolean') &&
  isWithin(point.swathWidthM, F.swathWidthM.range) &&
  isWithin(point.tankL, F.tankL.range) &&
  isWithin(point.batteryPercent, F.batteryPercent.range) &&
  isWithin(point.linkPercent, F.linkPercent.range) &&
  isWithin(point.fix, F.fix.range) &&
  isWithin(point.satellites, F.satellites.range) &&
  isWithin(point.mode, F.mode.range) &&
  isWithin(point.commandedFlowLMin ?? null, F.commandedFlowLMin.range) &&
  isWithin(point.hdop ?? null, F.hdop.range) &&
  isWithin(point.windMs ?? null, F.windMs.range) &&
  isAngle(point.windFromDeg ?? null) &&
  isWithin(point.temperatureC ?? null, F.temperatureC.range) &&
  isWithin(point.humidityPercent ?? null, F.humidityPercent.range) &&
  isWithin(point.rainMmH ?? null, F.rainMmH.range) &&
  isWithin(point.aboveSeaM ?? null, F.aboveSeaM.range) &&
  isWithin(point.rollDeg ?? null, F.rollDeg.range) &&
  isWithin(point.pitchDeg ?? null, F.pitchDeg.range) &&
  (point.cellsV === undefined || point.cellsV === null || isPlausibleList(F.cellsV, point.cellsV))

/**
 * Updates the live map's values: some from the newest point, others from the last point that
 * reported them.
 */
export const showMeasurements = (shown: LiveMeasurements, point: TelemetryPoint): void => {
  shown.heightM = point.heightM
  shown.speedMs = point.speedMs
  shown.headingDeg = point.headingDeg
  shown.flowLMin = point.flowLMin
  shown.swathWidthM = point.swathWidthM
  shown.tankL = point.tankL ?? shown.tankL
  shown.batteryPercent = point.batteryPercent ?? shown.batteryPercent
  shown.linkPercent = point.linkPercent ?? shown.linkPercent
  shown.fix = point.fix
  shown.satellites = point.satellites
  shown.hdop = point.hdop ?? null
  shown.mode = point.mode ?? shown.mode
  shown.rollDeg = point.rollDeg ?? null
  shown.pitchDeg = point.pitchDeg ?? null
  shown.cellsV = point.cellsV ?? shown.cellsV
}
