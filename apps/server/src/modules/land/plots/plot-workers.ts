// Measures plots in place if that takes milliseconds, else in a thread.
import type { PlotOverlap } from '@swath/contract/land/plots'
import { countCorners, type Parts } from '@swath/domain/plot-parts'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import type { run as measure } from './measure-plot.job.ts'
import type { run as overlap } from './overlap-plots.job.ts'
import { measurePlot, type PlotGround } from './plot-ground.ts'
import { findOverlaps } from './plot-overlaps.ts'
import { neighboursWithin } from './plots.queries.ts'

const neighboursAtMost = 500

const measureInWorker = workerJob<typeof measure>({
  name: 'measure-plot',
  module: new URL('./measure-plot.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

/** More corners may block the event loop for too long; up to this many take milliseconds. */
const cornersAtOnce = 2_000

export const measured = async (
  parts: Parts,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<PlotGround> =>
  countCorners(parts) > cornersAtOnce || parts.length > 20
    ? measureInWorker(parts, { owner: caller.userId, signal })
    : measurePlot(parts)

const overlapInWorker = workerJob<typeof overlap>({
  name: 'overlap-plots',
  module: new URL('./overlap-plots.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

/** Other plots of the account, or shared with it, that the area overlaps. */
export const overlapsOf = async (
  db: Db,
  { parts, bounds, corners }: PlotGround,
  { accountId, except }: { accountId: string; except: string | null },
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<PlotOverlap[]> => {
  const neighbours = await neighboursWithin(db, { accountId, except, bounds }, neighboursAtMost)
  const all = neighbours.reduce((sum, one) => sum + countCorners(one.parts), corners)
  return all > cornersAtOnce
    ? overlapInWorker({ parts, neighbours }, { owner: caller.userId, signal })
    : findOverlaps({ parts, neighbours })
}
