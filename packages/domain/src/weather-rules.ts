import { buildAnomaly, cutTrack, placeAt, type Anomaly } from './anomaly-rules.ts'
import { BACK_RATIO } from './blowing-rules.ts'
import { findHeld } from './held-for.ts'
import type { RuleThresholds } from './rule-thresholds.ts'
import type { PointColumns } from './telemetry-point.ts'
import type { WeatherAlong } from './weather-along.ts'

/** Temperature changes slowly, so a tenth of 35 °C would be too much. */
const BACK_C = 1

/** Wind, rain or heat while spraying; each at most once, in rows [from, to). */
export const weatherAnomalies = (
  points: PointColumns,
  from: number,
  to: number,
  { source, values }: WeatherAlong,
  thresholds: RuleThresholds,
): Anomaly[] => {
  if (source === null) return []
  const rules = [
    {
      cause: 'wind',
      measure: 'windMs',
      limitName: 'limitWindMs',
      limit: thresholds.windMs,
      back: thresholds.windMs * (1 - BACK_RATIO),
    },
    {
      cause: 'rain',
      measure: 'rainMmH',
      limitName: 'limitRainMmH',
      limit: thresholds.rainMmH,
      back: thresholds.rainMmH * (1 - BACK_RATIO),
    },
    {
      cause: 'heat',
      measure: 'temperatureC',
      limitName: 'limitTemperatureC',
      limit: thresholds.temperatureC,
      back: thresholds.temperatureC - BACK_C,
    },
  ] as const
  return rules.flatMap(({ cause, measure, limitName, limit, back }) => {
    const at = (i: number): number => values[measure][i - from]!
    const held = findHeld(points, from, to, {
      forS: thresholds.weatherS,
      enters: (i) => at(i) > limit,
      stays: (i) => at(i) > back,
      acrossPauses: true,
    })
    if (held === null) return []
    let most = at(held.first)
    for (let i = held.first; i <= held.last; i++) if (at(i) > most) most = at(i)
    return [
      buildAnomaly(
        'abnormal_weather',
        cause,
        points.tMs[held.first]!,
        placeAt(points, held.first),
        {
          [measure]: most,
          [limitName]: limit,
          seconds: held.seconds,
          weatherSource: source,
          ...cutTrack(points, from, held.first, held.last),
        },
      ),
    ]
  })
}
