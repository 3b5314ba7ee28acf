// Neighbours over which a ground lies.
import type { PlotOverlap } from '@swath/contract/plots'
import { overlapM2 } from '@swath/domain/ground-overlap'
import { countCorners, ringsOfParts, type Parts } from '@swath/domain/plot-parts'
import { asideJob } from '../../platform/aside/aside.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { run } from './overlap-plots.job.ts'
import { cornersAtOnce, type PlotGround } from './plot-ground.ts'
import { neighboursWithin } from './plots.queries.ts'

type Neighbour = { id: string; name: string; parts: Parts }

/** Less than this is how two people draw one ditch, square metres. */
const overlapFromM2 = 1
const overlapsAtMost = 50
const neighboursAtMost = 500

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

const overlapAside = asideJob<typeof run>({
  name: 'overlap-plots',
  module: new URL('./overlap-plots.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

/** Other plots of the account that the ground lies over. */
export const overlapsOf = async (
  db: Db,
  { parts, bounds, corners }: PlotGround,
  { accountId, except }: { accountId: string; except: string | null },
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<PlotOverlap[]> => {
  const neighbours = await neighboursWithin(db, { accountId, except, bounds }, neighboursAtMost)
  const all = neighbours.reduce((sum, one) => sum + countCorners(one.parts), corners)
  return all > cornersAtOnce
    ? overlapAside({ parts, neighbours }, { owner: caller.userId, signal })
    : findOverlaps({ parts, neighbours })
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
