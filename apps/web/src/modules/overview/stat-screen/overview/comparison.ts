/** From here on the previous period had next to nothing, and a comparison with it says nothing. */
const fewFrom = 100

/** Not shown where the previous period had too little, or where the period began today. */
export type Comparison = 'shown' | 'few' | 'begun'

/** Whether there was too little in the previous period for a comparison. */
export const isFewBefore = (now: number, before: number): boolean =>
  now > 0 && now >= before * fewFrom
