import type { Polygon } from '@swath/domain/polygon'
import { encodeStrips } from '@swath/domain/spray-strips'
import { DamagedTrack, pointsIn, type StoredPoints } from '../../../gateway/tracks/public.ts'

/** The area that a flight sprayed of each plot, or null if its track is damaged. */
export const run = ({
  stored,
  swathWidthM,
  plots,
}: {
  stored: StoredPoints
  swathWidthM: number
  plots: readonly Polygon[]
}): Uint8Array[] | null => {
  try {
    const points = pointsIn(stored)
    return plots.map((plot) => encodeStrips(plot, points, 0, points.length, swathWidthM))
  } catch (error) {
    if (error instanceof DamagedTrack) return null
    throw error
  }
}
