// When a delivery is tried again: soon at first, and then every three hours for three days.
import { deliveryDays } from '@swath/contract/programs/webhooks'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const delaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
]

export const giveUpAfterMs = deliveryDays * 24 * hourMs

/** After so many failures in a row, at least one. */
export const retryDelayMs = (failures: number): number =>
  delaysMs[Math.min(failures, delaysMs.length) - 1]!
