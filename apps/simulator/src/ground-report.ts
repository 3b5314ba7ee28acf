import type { LngLat } from '@swath/domain/lng-lat'
import { cellsAt } from './drone-model.ts'
import type { DroneAbility } from './fleet.ts'

/** Charge of the battery for the next flight. */
const GROUND_BATTERY_PERCENT = 96

/** A drone's report on the ground. */
export const groundReport = (
  nowMs: number,
  [lng, lat]: LngLat,
  headingDeg: number,
  model: DroneAbility,
) => ({
  v: 1,
  pts: [
    {
      t: Math.round(nowMs),
      lng,
      lat,
      height: 0,
      speed: 0,
      heading: headingDeg,
      flow: 0,
      pump: false,
      width: model.swathWidthM,
      tank: model.tankL,
      battery: GROUND_BATTERY_PERCENT,
      link: 92,
      fix: 6,
      sats: 19,
      mode: 3,
      roll: 0.4,
      pitch: -0.6,
      cells: cellsAt(GROUND_BATTERY_PERCENT, false),
    },
  ],
})
