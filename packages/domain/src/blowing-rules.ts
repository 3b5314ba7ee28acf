import { buildAnomaly, cutTrack, placeAt, type Anomaly, type Evidence } from './anomaly-rules.ts'
import { findHeld, type Held } from './held-for.ts'
import { distanceBetweenM } from './lng-lat.ts'
import type { RuleThresholds } from './rule-thresholds.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Hysteresis: an anomaly ends once the value is this share of the limit back inside it. */
export const BACK_RATIO = 0.1

/** Pump on while hovering, too high, or with a flow off target; each at most once. */
export const blowingAnomalies = (
  points: PointColumns,
  from: number,
  to: number,
  thresholds: RuleThresholds,
): Anomaly[] => {
  const { hoverSpeedMs, hoverS, sprayHeightM, sprayHeightS, flowErrorRatio, flowErrorS } =
    thresholds
  const raise = (cause: string, held: Held | null, tell: (held: Held) => Evidence): Anomaly[] =>
    held === null
      ? []
      : [
          buildAnomaly(
            'blowing_anomaly',
            cause,
            points.tMs[held.first]!,
            placeAt(points, held.first),
            {
              seconds: held.seconds,
              ...tell(held),
              ...cutTrack(points, from, held.first, held.last),
            },
          ),
        ]
  const hovering = findHeld(points, from, to, {
    forS: hoverS,
    enters: (i) => speedAt(points, i, from) < hoverSpeedMs,
    stays: (i) => speedAt(points, i, from) < hoverSpeedMs * (1 + BACK_RATIO),
  })
  const high = findHeld(points, from, to, {
    forS: sprayHeightS,
    enters: (i) => points.heightM[i]! > sprayHeightM,
    stays: (i) => points.heightM[i]! > sprayHeightM * (1 - BACK_RATIO),
  })
  const flow = findHeld(points, from, to, {
    forS: flowErrorS,
    enters: (i) => flowError(points, i) > flowErrorRatio,
    stays: (i) => flowError(points, i) > flowErrorRatio * (1 - BACK_RATIO),
  })
  return [
    ...raise('hovering', hovering, (held) => {
      const i = mostAt(held, (row) => -speedAt(points, row, from))
      return { speedMs: toHundredths(speedAt(points, i, from)), limitSpeedMs: hoverSpeedMs }
    }),
    ...raise('too_high', high, (held) => ({
      heightM: points.heightM[mostAt(held, (row) => points.heightM[row]!)]!,
      limitM: sprayHeightM,
    })),
    ...raise('flow_off', flow, (held) => {
      const i = mostAt(held, (row) => flowError(points, row))
      return {
        flowLMin: points.flowLMin[i]!,
        commandedFlowLMin: points.commandedFlowLMin[i]!,
        limitErrorRatio: flowErrorRatio,
      }
    }),
  ]
}

/** The first row of a stretch with the greatest value. */
const mostAt = ({ first, last }: Held, value: (i: number) => number): number => {
  let most = first
  for (let i = first + 1; i <= last; i++) if (value(i) > value(most)) most = i
  return most
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100

const flowError = (points: PointColumns, i: number): number => {
  const commanded = points.commandedFlowLMin[i]!
  return commanded > 0 ? Math.abs(points.flowLMin[i]! - commanded) / commanded : NaN
}

const speedAt = (points: PointColumns, i: number, from: number): number => {
  const reported = points.speedMs[i]!
  if (!Number.isNaN(reported)) return reported
  const seconds = i > from ? (points.tMs[i]! - points.tMs[i - 1]!) / 1000 : 0
  if (!(seconds > 0)) return NaN
  return (
    distanceBetweenM(points.lng[i - 1]!, points.lat[i - 1]!, points.lng[i]!, points.lat[i]!) /
    seconds
  )
}
