// Neighbouring plots that an area overlaps.
import type { PlotOverlap } from '@swath/contract/land/plots'
import { overlapM2 } from '@swath/domain/ground-overlap'
import { ringsOfParts, type Parts } from '@swath/domain/plot-parts'
import { fail } from '../../../platform/errors/fail.ts'

type Neighbour = { id: string; name: string; parts: Parts }

/** Smaller overlaps arise when two people draw the same ditch, m². */
const overlapFromM2 = 1
const overlapsAtMost = 50

/** Largest first. */
export const findOverlaps = ({
  parts,
  neighbours,
}: {
  parts: Parts
  neighbours: readonly Neighbour[]
}): PlotOverlap[] => {
  const rings = ringsOfParts(parts)
  return neighbours
    .map(({ id, name, parts: other }) => ({
      blockId: id,
      blockName: name,
      areaM2: Math.round(overlapM2(rings, ringsOfParts(other)) * 10) / 10,
    }))
    .filter(({ areaM2 }) => areaM2 >= overlapFromM2)
    .sort((a, b) => b.areaM2 - a.areaM2)
    .slice(0, overlapsAtMost)
}

export const refuseOverlaps = (overlaps: readonly PlotOverlap[]): void => {
  if (overlaps.length > 0)
    fail('plot_overlaps', { count: overlaps.length }, [
      {
        path: 'parts',
        message: overlaps
          .slice(0, 5)
          .map(({ blockName, areaM2 }) => `${blockName}: ${areaM2} m²`)
          .join(', '),
      },
    ])
}
