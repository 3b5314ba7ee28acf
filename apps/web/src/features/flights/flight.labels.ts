import { flightList, type Sortie } from '@swath/contract/flight-list'

// Texts for the codes of the wire.

export const modeLabels = flightList.columns.workMode.words

export const anomalyLabels: Readonly<Record<Sortie['anomalies'][number], string>> = {
  1: 'terms:enteredANoFlyZone',
  2: 'terms:abnormalSpraying',
  3: 'terms:wrongCrop',
  4: 'terms:sprayedInBadWeather',
  5: 'terms:areaDoesNotAgree',
}
export const closeLabels: Readonly<Record<NonNullable<Sortie['closeReason']>, string>> = {
  landing: 'terms:landing',
  landing_detected: 'flights:closedLandingDetected',
  disarm: 'flights:closedDisarm',
  silence: 'flights:closedSilence',
  next_takeoff: 'flights:closedNextTakeoff',
}
