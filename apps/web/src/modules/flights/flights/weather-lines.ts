import type { FlightWeather } from '@swath/contract/flights/flights'
import { ACCEPTED_DELTA_T_C } from '@swath/domain/delta-t'
import { USUAL_THRESHOLDS } from '@swath/domain/rule-thresholds'
import type { TFunction } from 'i18next'
import { dash, formatNumber } from '../../../lib/format.ts'

/** A weather value, and whether it is in the allowed range for spraying. */
export type WeatherLine = {
  readonly label: string
  readonly text: string
  readonly unit: string | null
  readonly note: string | null
  readonly isAccepted: boolean | null
}

const within = (value: number | null, least: number, most: number): boolean | null =>
  value === null ? null : value >= least && value <= most

const compassPoints = 8

export const weatherLines = (weather: FlightWeather, t: TFunction<'flights'>): WeatherLine[] => {
  const { windMs, temperatureC, rainMmH } = USUAL_THRESHOLDS
  const [leastDeltaT, mostDeltaT] = ACCEPTED_DELTA_T_C
  const direction = (deg: number): string =>
    t('flights:windFrom', {
      direction:
        t('flights:compass').split(' ')[Math.round((deg / 360) * compassPoints) % compassPoints],
    })
  const accepted = (range: string): string => t('flights:within', { range })
  const line = (
    label: string,
    value: number | null,
    unit: string,
    decimals: number,
    notes: readonly (string | null)[] = [],
    isAccepted: boolean | null = null,
  ): WeatherLine => ({
    label,
    text: formatNumber(value, decimals),
    unit: value === null ? null : unit,
    note: value === null ? null : notes.filter((note) => note !== null).join(', ') || null,
    isAccepted,
  })
  const { windSpeed, windSpeedMost, windFrom } = weather
  return [
    line(
      'flights:wind',
      windSpeed,
      'm/s',
      1,
      [
        windSpeedMost === null
          ? null
          : t('flights:windMost', { most: formatNumber(windSpeedMost, 1) }),
        windFrom === null ? null : direction(windFrom),
        accepted(`≤ ${windMs}`),
      ],
      within(windSpeedMost, 0, windMs),
    ),
    line(
      'flights:deltaT',
      weather.deltaT,
      '°C',
      1,
      [accepted(`${leastDeltaT}–${mostDeltaT}`)],
      within(weather.deltaT, leastDeltaT, mostDeltaT),
    ),
    line(
      'flights:temperature',
      weather.temperature,
      '°C',
      1,
      [accepted(`≤ ${temperatureC}`)],
      within(weather.temperature, -Infinity, temperatureC),
    ),
    line('flights:humidity', weather.humidity, '%', 0),
    line('flights:rain', weather.rain, 'mm/h', 1, [], within(weather.rain, 0, rainMmH)),
    {
      label: 'flights:weatherSource',
      text: t(sourceLabels[weather.source]) || dash,
      unit: null,
      note: null,
      isAccepted: null,
    },
  ]
}

const sourceLabels = {
  drone: 'flights:weatherSourceDrone',
  provider: 'flights:weatherSourceProvider',
  mixed: 'flights:weatherSourceMixed',
} as const
