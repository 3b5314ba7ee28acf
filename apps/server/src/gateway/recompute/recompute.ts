// Computes sorties, records, tracks and anomalies of a drone's time range from everything stored of
// it, and rewrites them. The result depends on what is stored and not on its order of arrival.
import type { Derivation } from './derivation.ts'
import { SILENCE_MS } from '@swath/domain/flight-state'
import { tx as transaction, type Db, type Tx } from '../../platform/database/database.ts'
import type { TimeRange } from '@swath/domain/time-range'
import { removeFlightsAgain } from './again.queries.ts'
import { findFlyingDrone } from './flying-drone.queries.ts'
import {
  holdDrone,
  markAgain,
  postpone,
  removeMark,
  seeMark,
  takeMark,
  underivedIn,
  type Mark,
} from './marks.queries.ts'
import { refreshTotal } from './recompute.queries.ts'
import { holdTasksOfDrone } from './tasks.queries.ts'
import { DamagedTrack } from '../tracks/public.ts'
import { LongStretch, readStored, recomputeWindowAround } from './recompute-window.ts'
import type { ZonesInForce } from '@swath/domain/zones-in-force'
import type { NewAnomaly } from './derive-anomalies.ts'
import { rewriteWindow } from './rewrite-window.ts'

export type Recomputation = {
  droneId: string
  /** Closed sorties of the stretch, first to last. */
  sortieIds: string[]
  newAnomalies: NewAnomaly[]
  /** Number of points read. */
  points: number
  /** Stretches left as they are, because stored points of them are damaged. */
  damaged: TimeRange[]
}

/** The drone's marked stretch is too long for the event loop: use `recomputeLong`. */
export type TooLong = { tooLong: true; droneId: string }

export type RecomputeOptions = {
  nowMs: number
  zones: ZonesInForce
  derivations?: readonly Derivation[]
}

/** Longer stretches need a separate thread; this many points take about 50 ms (estimated). */
const pointsAtOnce = 5_000

/**
 * Recomputes one drone's marked stretch: that of the given drone, or the one due longest. Undefined
 * if nothing is due.
 * @throws database errors; the drone is then tried again a minute later
 */
export const recomputeNext = async (
  db: Db,
  { nowMs, zones, derivations = [] }: RecomputeOptions,
  droneId?: string,
): Promise<Recomputation | TooLong | undefined> => {
  let mark: Mark | undefined
  try {
    return await transaction(db, async (tx) => {
      mark = await takeMark(tx, nowMs, droneId)
      if (!mark) return undefined
      const { done, again } = await recompute(tx, mark, {
        nowMs,
        zones,
        derivations,
        pointsAtMost: pointsAtOnce,
      })
      if (again) await markAgain(tx, mark.droneId, again, again.dueMs)
      return done
    })
  } catch (error) {
    if (mark && error instanceof LongStretch) {
      await postpone(db, mark.droneId, nowMs + longAgainMs)
      return { tooLong: true, droneId: mark.droneId }
    }
    if (mark) await postpone(db, mark.droneId, nowMs + againMs)
    throw error
  }
}

/**
 * Recomputes a drone's marked stretch of any length, in a separate thread with a separate
 * connection. The mark is not locked meanwhile, since writing the drone's new data would wait for
 * it: markings added during the work are kept.
 * @throws database errors, including conflicts with concurrent changes of the same rows
 */
export const recomputeLong = async (
  db: Db,
  { nowMs, zones, derivations = [] }: RecomputeOptions,
  droneId: string,
): Promise<Recomputation | undefined> => {
  await holdDrone(db, droneId)
  const mark = await seeMark(db, droneId)
  if (!mark) return undefined
  const { done, again } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => recompute(tx, mark, { nowMs, zones, derivations, pointsAtMost: Infinity }))
  await removeMark(db, mark)
  if (again) await markAgain(db, droneId, again, again.dueMs)
  return done
}

/** How long a long stretch may take before it is tried again. */
const longAgainMs = 600_000

/** Retry delay, so that a drone whose recomputation fails does not block all others. */
const againMs = 60_000

/**
 * A sortie closes after 120 s of silence; after this much longer, no data of it is still in
 * transit.
 */
const silenceMarginMs = 10_000

/** A damaged stretch is tried again, in case somebody has repaired it. */
const damagedAgainMs = 86_400_000

/** A flight was still open, or points are damaged: the stretch is checked again. */
type Again = TimeRange & { dueMs: number }
type Outcome = { done: Recomputation; again?: Again }

const recompute = async (
  tx: Tx,
  mark: Mark,
  allowance: Required<RecomputeOptions> & { pointsAtMost: number },
): Promise<Outcome> => {
  const { droneId } = mark
  const { nowMs } = allowance
  const outcome: Outcome = {
    done: { droneId, sortieIds: [], newAnomalies: [], points: 0, damaged: [] },
  }
  const drone = await findFlyingDrone(tx, droneId)
  if (!drone) return outcome
  await holdTasksOfDrone(tx, droneId)
  let last: TimeRange | undefined
  for (const seed of await underivedIn(tx, droneId, mark)) {
    if (last && seed.fromMs >= last.fromMs && seed.untilMs <= last.untilMs) continue
    const stretch = await readUndamaged(tx, droneId, seed, allowance)
    if (stretch === 'damaged') outcome.done.damaged.push(seed)
    if (!stretch || stretch === 'damaged') continue
    last = stretch.extent
    const rewritten = await rewriteWindow(
      tx,
      drone,
      stretch,
      nowMs,
      allowance.zones,
      allowance.derivations,
    )
    outcome.done.sortieIds.push(...rewritten.sortieIds)
    outcome.done.newAnomalies.push(...rewritten.newAnomalies)
    outcome.done.points += rewritten.points
    if (rewritten.openEndMs !== null)
      outcome.again ??= {
        ...stretch.extent,
        dueMs: Math.max(nowMs, rewritten.openEndMs + SILENCE_MS) + silenceMarginMs,
      }
  }
  if (outcome.done.damaged.length > 0)
    outcome.again = { ...mark, dueMs: outcome.again?.dueMs ?? nowMs + damagedAgainMs }
  else await removeFlightsAgain(tx, droneId, mark)
  await refreshTotal(tx, droneId)
  return outcome
}

/**
 * Damaged points are not computed again: that would give them a valid hash. The drone's other
 * flights are.
 */
const readUndamaged = (
  tx: Tx,
  droneId: string,
  seed: TimeRange,
  allowance: { nowMs: number; pointsAtMost: number },
) =>
  recomputeWindowAround(readStored(tx, droneId), seed, allowance).catch((error: unknown) => {
    if (error instanceof DamagedTrack) return 'damaged' as const
    throw error
  })
