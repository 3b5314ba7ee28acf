import { flightList, type Sortie } from '@swath/contract/flight-list'
import { ANOMALY_LEVELS, type AnomalyType } from '@swath/domain/anomaly-rules'

// Texts for the codes of the wire.

export const modeWords = flightList.columns.workMode.words
export const sourceWords = flightList.columns.source.words

const anomalyTypes: Readonly<Record<Sortie['anomalies'][number], AnomalyType>> = {
  1: 'intrude_nfz',
  2: 'blowing_anomaly',
  3: 'wrong_crops',
  4: 'abnormal_weather',
  5: 'wrong_acres',
}
export const anomalyWords: Readonly<Record<Sortie['anomalies'][number], string>> = {
  1: 'flights:anomalyZone',
  2: 'flights:anomalySpraying',
  3: 'flights:anomalyCrop',
  4: 'terms:sprayedInBadWeather',
  5: 'terms:areaDoesNotAgree',
}
export const anomalyLevel = (code: Sortie['anomalies'][number]): 1 | 2 | 3 =>
  ANOMALY_LEVELS[anomalyTypes[code]]

export const closeWords: Readonly<Record<NonNullable<Sortie['closeReason']>, string>> = {
  landing: 'terms:landing',
  landing_detected: 'flights:closedLandingDetected',
  disarm: 'flights:closedDisarm',
  silence: 'flights:closedSilence',
  next_takeoff: 'flights:closedNextTakeoff',
}
