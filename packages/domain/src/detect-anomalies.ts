import {
  acresAnomalies,
  cropAnomalies,
  cutTrack,
  zoneEntries,
  type AcresContext,
  type Anomaly,
  type CropContext,
  type TrackCut,
} from './anomaly-rules.ts'
import { blowingAnomalies } from './blowing-rules.ts'
import type { LngLat } from './lng-lat.ts'
import type { RuleThresholds } from './rule-thresholds.ts'
import { sprays } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'
import type { WeatherAlong } from './weather-along.ts'
import { weatherAnomalies } from './weather-rules.ts'
import type { ZoneJudge } from './zones-in-force.ts'

export type AnomalyContext = CropContext &
  AcresContext & {
    readonly zones: ZoneJudge
    readonly weather: WeatherAlong
    /** Location of the sortie's work. */
    readonly place: LngLat | null
    readonly thresholds: RuleThresholds
  }

type Span = { readonly fromIndex: number; readonly toIndex: number }

/**
 * All five rules over one sortie, in rows [from, to) of a sorted table. Each type and cause at most
 * once.
 */
export const detectAnomalies = (
  points: PointColumns,
  { fromIndex: from, toIndex: to }: Span,
  context: AnomalyContext,
): Anomaly[] => {
  if (to <= from) return []
  const { thresholds, place } = context
  const work = { place, cut: cutSprayed(points, from, to) }
  return [
    ...zoneEntries(points, from, to, context.zones),
    ...blowingAnomalies(points, from, to, thresholds),
    ...cropAnomalies(context, work),
    ...weatherAnomalies(points, from, to, context.weather, thresholds),
    ...acresAnomalies(context, work, thresholds),
  ]
}

/** From the first point sprayed to the last; the whole flight where none was. */
const cutSprayed = (points: PointColumns, from: number, to: number): TrackCut => {
  let [first, last] = [from, to - 1]
  while (first < last && !sprays(points, first)) first++
  while (last > first && !sprays(points, last)) last--
  return first === last ? cutTrack(points, from, from, to - 1) : cutTrack(points, from, first, last)
}
