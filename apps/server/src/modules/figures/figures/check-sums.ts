// Every night compares a sample of the stored sums with their source rows: whole days, the months
// and years that contain them, and the figures of some accounts for such a day. A difference makes
// the job fail, with a reason that the platform's people see.
import { z } from 'zod'
import type { Scope } from '@swath/domain/access/caller'
import { nextBucketMs, startOfBucketMs } from '@swath/domain/figure-buckets'
import { workMeasures, type FigureQuestion } from '@swath/domain/figures'
import { regionPrefix } from '@swath/domain/region-code'
import { zoneDay } from '@swath/domain/zone-days'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { askFigures, askFreshFigures } from './ask-figures.queries.ts'
import { someAccounts, spanOfWork } from './check-sums.queries.ts'
import { keptCounts } from './kept-counts.queries.ts'
import { keptSums, type KeptSum } from './kept-sums.ts'
import {
  compareCount,
  compareSum,
  type Difference,
  type WholeStretch,
} from './merge-sums.queries.ts'

export const checkSumsKind: JobKind<object> = {
  name: 'sums.check',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 18, minute: 43 },
}

const dayMs = 86_400_000
const sampledDays = 3
const accountsOfAKind = 3

/** The last whole day, and others that stay the same when the job is retried in the same night. */
const pickMoments = (first: Date, last: Date, nowMs: number): number[] => {
  const night = Math.floor(nowMs / dayMs)
  const days = Math.max(1, Math.floor((last.getTime() - first.getTime()) / dayMs))
  return [
    last.getTime(),
    // A step that has no common divisor with most spans eventually reaches all of their days.
    ...Array.from(
      { length: sampledDays - 1 },
      (_, i) => first.getTime() + (((night * (sampledDays - 1) + i) * 7919) % days) * dayMs,
    ),
  ]
}

const stretchAround = ({ grain }: KeptSum, atMs: number): WholeStretch | null =>
  grain === 'ever'
    ? null
    : { from: new Date(startOfBucketMs(grain, atMs)), until: new Date(nextBucketMs(grain, atMs)) }

const compareAround = async (db: Db, atMs: number): Promise<Difference[]> => {
  const compared: Difference[] = []
  for (const sum of keptSums) compared.push(await compareSum(db, sum, stretchAround(sum, atMs)))
  for (const count of keptCounts)
    compared.push(await compareCount(db, count, stretchAround(count.sum, atMs)))
  return compared.filter(({ buckets }) => buckets > 0)
}

type Account = Awaited<ReturnType<typeof someAccounts>>[number]

const scopeOf = ({ id, type, region_code }: Account): Scope =>
  type === 'government'
    ? { kind: 'region', prefix: regionPrefix(region_code) }
    : { kind: 'accounts', as: type, accountIds: [id] }

/** Compares the figures of an account for a day in its time zone with its rows. */
const asksWrong = async (db: Db, account: Account, atMs: number): Promise<boolean> => {
  const scope = scopeOf(account)
  const question = (by: FigureQuestion['by']): FigureQuestion => ({
    measures: [...workMeasures, 'activeDroneCount', 'activePlotCount'],
    by,
    filters: {},
    from: zoneDay(account.time_zone, atMs),
    until: zoneDay(account.time_zone, atMs + dayMs),
    timeZone: account.time_zone,
  })
  for (const by of [[], ['mode'], ['hourOfDay'], ['county']] as const) {
    const [kept, fresh] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => [
        await askFigures(trx, scope, question(by)),
        await askFreshFigures(trx, scope, question(by)),
      ])
    if (JSON.stringify(kept) !== JSON.stringify(fresh)) return true
  }
  return false
}

/** The differences, as texts for operators of the service; empty if there are none. */
export const checkSums = async (db: Db, nowMs: number): Promise<string[]> => {
  const span = await spanOfWork(db)
  if (!span) return []
  const wrong = new Set<string>()
  for (const atMs of pickMoments(span.first, span.last, nowMs)) {
    const around = new Date(atMs).toISOString().slice(0, 10)
    for (const { sum, buckets } of await compareAround(db, atMs))
      wrong.add(`${sum}: ${buckets} wrong around ${around}`)
    for (const account of await someAccounts(db, around, accountsOfAKind))
      if (await asksWrong(db, account, atMs))
        wrong.add(`account ${account.id}: figures of ${around} are not those of its records`)
  }
  return [...wrong]
}

class SumsDiffer extends Error {
  constructor(wrong: readonly string[]) {
    super(
      `Kept sums differ from the records. "npm run cli -- recompute-sums" mends them. ${wrong.slice(0, 20).join('; ')}`,
    )
  }
}

export const checkSumsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(checkSumsKind, async () => {
    const wrong = await checkSums(db, clock.now())
    if (wrong.length > 0) throw new SumsDiffer(wrong)
  })
