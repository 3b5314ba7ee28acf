import { flightList, type Sortie } from '@swath/contract/flights/flight-list'

// Labels for the API's codes.

export const modeLabels = flightList.columns.workMode.labels

export const closeLabels: Readonly<Record<NonNullable<Sortie['closeReason']>, string>> = {
  landing: 'terms:landing',
  landing_detected: 'flights:closedLandingDetected',
  disarm: 'flights:closedDisarm',
  silence: 'flights:closedSilence',
  next_takeoff: 'flights:closedNextTakeoff',
}
