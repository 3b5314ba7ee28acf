// The job that computes a subsidy and proposes it.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { proveByRecords, createMeasure } from './measure-plot.ts'
import {
  findProposed,
  findToWorkOut,
  holdToWorkOut,
  listPlotAreas,
  readHashed,
  tellFailure,
  tellProgress,
  writeLines,
  type ToWorkOut,
} from './propose.queries.ts'
import { findVersion } from './rules.queries.ts'
import { updateSubsidy } from './subsidies.queries.ts'
import { workOut, type WorkedOut } from './work-out.ts'

const Payload = z.object({ subsidyId: z.int(), revision: z.int() })

export const computeSubsidiesKind: JobKind<z.infer<typeof Payload>> = {
  name: 'subsidies.work-out',
  payload: Payload,
  triesAtMost: 3,
}

const dayMs = 86_400_000

/** Names of the seasons with payable lines, in the order of the rules. */
const nameSeasons = (lines: WorkedOut['lines']): string => {
  const names = new Map(
    lines.flatMap((line) => (line.state === 'payable' ? [[line.season, line.season_name]] : [])),
  )
  return [...names]
    .toSorted(([a], [b]) => a - b)
    .map(([, name]) => name)
    .join(' · ')
}

const countDistinct = <T>(items: readonly T[], of: (item: T) => string): number =>
  new Set(items.map(of)).size

export const hashSubsidy = async (db: Db | Tx, subsidyId: number): Promise<Buffer> =>
  createHash('sha256')
    .update(await readHashed(db, subsidyId))
    .digest()

/**
 * An announced period is never shortened, even if the rules have changed. Lines that differ from
 * the published ones can be objected to for the period in the rules.
 */
const pickObjectionEnd = (
  announced: Date | null,
  isSame: boolean,
  now: Date,
  objectionDays: number,
): Date => {
  const anew = new Date(now.getTime() + objectionDays * dayMs)
  return announced && (isSame || announced > anew) ? announced : anew
}

/**
 * Stores the computed result. If it differs from the version that was open for objections, the
 * objection period starts again.
 */
export const writeProposal = async (
  trx: Tx,
  { id }: Pick<ToWorkOut, 'id'>,
  { objectionDays }: Pick<SubsidyRules, 'objectionDays'>,
  { lines, flights, ...sums }: WorkedOut,
  now: Date,
): Promise<void> => {
  const before = await findProposed(trx, id)
  await writeLines(trx, id, lines, flights)
  const hash = await hashSubsidy(trx, id)
  const isSame = before.lines_hash?.equals(hash) ?? false
  const counted = flights.filter(({ line_id }) => line_id !== null)
  const ofSortie = ({ drone_id, sortie_id }: (typeof flights)[number]): string =>
    `${drone_id} ${sortie_id}`
  await updateSubsidy(trx, id, {
    state: 'proposed',
    total_minor: sums.totalMinor,
    stopped_minor: sums.stoppedMinor,
    ground_milli_m2: sums.groundMilliM2,
    line_count: lines.length,
    stopped_count: lines.filter(({ state }) => state === 'stopped').length,
    flight_count: countDistinct(counted, ofSortie),
    plot_count: countDistinct(lines, ({ plot_id }) => plot_id),
    operator_count: countDistinct(lines, ({ operator_id }) => operator_id),
    left_out_count: countDistinct(
      flights.filter(({ line_id }) => line_id === null),
      ofSortie,
    ),
    seasons: nameSeasons(lines),
    lines_hash: hash,
    proposed_at: before.proposed_at ?? now,
    objection_until: pickObjectionEnd(before.objection_until, isSame, now, objectionDays),
  })
}

type Deps = Pick<Services, 'db' | 'clock'>

const workOutNow = async (
  { db, clock }: Deps,
  subsidy: ToWorkOut,
  signal: AbortSignal,
): Promise<void> => {
  const { content } = await findVersion(db, subsidy.rule_id, subsidy.rule_number)
  const workedOut = await workOut(db, subsidy, content, {
    measure: createMeasure(db, `subsidy ${subsidy.id}`),
    signal,
    tell: (done, all) => tellProgress(db, subsidy, { done_count: done, all_count: all }),
  })
  await tx(db, async (trx) => {
    if (!(await holdToWorkOut(trx, subsidy))) return
    await writeProposal(trx, subsidy, content, workedOut, new Date(clock.now()))
  })
}

/** Idempotent. Failures are recorded, and retried by a person. */
export const workOutSubsidy = async (
  deps: Deps,
  { subsidyId, revision }: z.infer<typeof Payload>,
  signal: AbortSignal,
): Promise<void> => {
  const subsidy = await findToWorkOut(deps.db, subsidyId, revision)
  if (!subsidy) return
  try {
    await workOutNow(deps, subsidy, signal)
  } catch (error) {
    // The program is stopping: the job continues after the next start.
    if (!signal.aborted) await tellFailure(deps.db, subsidy)
    throw error
  }
}

export const computeSubsidiesJob = (services: Deps): Job =>
  createJob(computeSubsidiesKind, (payload, { signal }) =>
    workOutSubsidy(services, payload, signal),
  )

/**
 * Proposes a subsidy for generated flights, which have no tracks: the area of the records counts.
 */
export const proposeByRecords = async (trx: Tx, subsidyId: number, now: Date): Promise<void> => {
  const subsidy = (await findToWorkOut(trx, subsidyId, 1))!
  const { content } = await findVersion(trx, subsidy.rule_id, subsidy.rule_number)
  const areasM2 = await listPlotAreas(trx, subsidy.region_code)
  const workedOut = await workOut(trx, subsidy, content, {
    measure: async (plotId, flights) => {
      const areaM2 = areasM2.get(plotId)
      return areaM2 === undefined ? null : proveByRecords(areaM2, flights)
    },
    signal: new AbortController().signal,
  })
  await writeProposal(trx, subsidy, content, workedOut, now)
}
