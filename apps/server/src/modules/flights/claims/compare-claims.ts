// Finds pairs of flights whose claims cannot both be true, or are unlikely to be: the same ground
// by two operators in a season, the same track twice, sequence numbers that contradict the clock.
// The search is bounded by place and time. The result does not depend on how often or in which
// order it runs: the later flight of a pair has the suspicion.
import { z } from 'zod'
import { buildSuspicion, type ClaimCause, type Suspicion } from '@swath/domain/claim-rules'
import type { RuleThresholds } from '@swath/domain/rule-thresholds'
import { commonShare } from '@swath/domain/track-sketch'
import {
  claimThresholdsOn,
  replaceSharedSuspicions,
  type SuspicionRow,
} from '../../../gateway/recompute/public.ts'
import { readStoredPoints } from '../../../gateway/tracks/public.ts'
import { TooCostly } from '../../../platform/workers/workers.ts'
import { tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import {
  againstTheClock,
  listDue,
  markCompared,
  sameGround,
  samePlaces,
  type Claim,
} from './compare-claims.queries.ts'
import { shareOfGround } from './shared-ground.ts'

export const compareClaimsKind: JobKind<object> = {
  name: 'claims.compare',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

type Deps = Pick<Services, 'db' | 'clock' | 'log'>
type Pair = { earlier: Claim; later: Claim }
type Found = SuspicionRow & { droneId: string }

const inOrder = (a: Claim, b: Claim): Pair => {
  const byTime = a.start_at.getTime() - b.start_at.getTime()
  const isFirst = byTime < 0 || (byTime === 0 && a.sortie_id < b.sortie_id)
  return isFirst ? { earlier: a, later: b } : { earlier: b, later: a }
}

const daysBetween = ({ earlier, later }: Pair): number =>
  toTenths((later.start_at.getTime() - earlier.start_at.getTime()) / 86_400_000)

const toTenths = (value: number): number => Math.round(value * 10) / 10
const toShare = (value: number): number => Math.round(value * 1000) / 1000

const suspect = (
  { earlier, later }: Pair,
  cause: ClaimCause,
  evidence: Suspicion['evidence'],
): Found => ({
  ...buildSuspicion(
    cause,
    later.start_at.getTime(),
    [later.middle_lng, later.middle_lat],
    evidence,
  ),
  droneId: later.drone_id,
  flight: {
    id: later.sortie_id,
    manufacturerId: later.manufacturer_id,
    operatorId: later.operator_id,
    tenantId: later.tenant_id,
    regionCode: later.region_code,
  },
  other: { droneId: earlier.drone_id, sortieId: earlier.sortie_id },
})

const readSprayed = async (db: Deps['db'], claim: Claim) => ({
  stored: await readStoredPoints(db, claim.drone_id, { id: claim.sortie_id, ...claim }),
  swathWidthM: claim.width_m,
})

const judgeGround = async (
  { db, log }: Deps,
  pair: Pair,
  thresholds: RuleThresholds,
  signal: AbortSignal,
): Promise<Found | null> => {
  const { earlier, later } = pair
  const sprayed = { earlier: await readSprayed(db, earlier), later: await readSprayed(db, later) }
  try {
    const sharedM2 = (await shareOfGround(sprayed, signal)) * later.covered_m2
    const ratio = sharedM2 / Math.min(earlier.covered_m2, later.covered_m2)
    return ratio < thresholds.sameGroundRatio
      ? null
      : suspect(pair, 'same_ground', {
          sharedM2: Math.round(sharedM2),
          sharedRatio: toShare(Math.min(1, ratio)),
          coveredM2: later.covered_m2,
          otherCoveredM2: earlier.covered_m2,
          daysBetween: daysBetween(pair),
          limitSharedRatio: thresholds.sameGroundRatio,
          limitDays: thresholds.sameGroundDays,
        })
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    log.warn({ droneId: later.drone_id }, 'The ground of two flights is too costly to compare')
    return null
  }
}

const judgeTrack = (pair: Pair, thresholds: RuleThresholds): Found[] => {
  const share = commonShare(pair.earlier.places, pair.later.places)
  return share < thresholds.sameTrackRatio
    ? []
    : [
        suspect(pair, 'same_track', {
          sharedPlacesRatio: toShare(share),
          daysBetween: daysBetween(pair),
          limitSharedRatio: thresholds.sameTrackRatio,
        }),
      ]
}

const judgeClock = (pair: Pair): Found =>
  suspect(pair, 'clock_backwards', {
    steppedS: Math.round((pair.later.end_at.getTime() - pair.earlier.start_at.getTime()) / 1000),
  })

const compare = async (deps: Deps, own: Claim, signal: AbortSignal): Promise<void> => {
  const { db } = deps
  const thresholds = await claimThresholdsOn(
    db,
    own.operator_id ?? own.manufacturer_id,
    own.start_at,
  )
  const found: Found[] = []
  for (const other of await samePlaces(db, own))
    found.push(...judgeTrack(inOrder(own, other), thresholds))
  for (const other of await againstTheClock(db, own)) found.push(judgeClock(inOrder(own, other)))
  for (const other of await sameGround(db, own, thresholds)) {
    const suspicion = await judgeGround(deps, inOrder(own, other), thresholds, signal)
    if (suspicion) found.push(suspicion)
  }
  await tx(db, async (trx) => {
    if (!(await markCompared(trx, own))) return
    await replaceSharedSuspicions(trx, { droneId: own.drone_id, sortieId: own.sortie_id }, found)
  })
}

const atOnce = 100
/** A run ends before the next is due. */
const longestMs = 40_000

/** Compares the flights that are due; those that do not fit into this run are left for the next. */
export const compareClaims = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const untilMs = performance.now() + longestMs
  for (;;) {
    const due = await listDue(deps.db, atOnce)
    for (const own of due) {
      signal.throwIfAborted()
      await compare(deps, own, signal)
      if (performance.now() > untilMs) return
    }
    if (due.length < atOnce) return
  }
}

export const compareClaimsJob = (services: Services): Job =>
  createJob(compareClaimsKind, (_payload, { signal }) => compareClaims(services, signal))
