// Presents a subsidy and the actions of a caller.
import type { Subsidy } from '@swath/contract/campaigns/subsidy-rows'
import type { ErrorCode } from '@swath/contract/errors'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { findSubsidy, lockSubsidy, type SubsidyRow } from './subsidies.queries.ts'
import { managesSubsidies, toSubsidyReader, type SubsidyReader } from './subsidy-deps.ts'

export const muFromMilliM2 = (milliM2: number): number => muFromM2(milliM2 / 1000)

export const managesSubsidy = (caller: Caller, subsidy: Pick<SubsidyRow, 'is_whole'>): boolean =>
  managesSubsidies(caller) && subsidy.is_whole

export type SubsidyAbility = keyof Subsidy['can']

const inState: Readonly<Record<SubsidyAbility, readonly SubsidyRow['state'][]>> = {
  correct: ['failed', 'proposed'],
  approve: ['proposed'],
  pay: ['approved'],
  delete: ['working', 'failed', 'proposed'],
}

/** Why the caller may not take the action; null: they may. */
const refusalOf = (
  caller: Caller,
  subsidy: SubsidyRow,
  ability: SubsidyAbility,
  nowMs: number,
): ErrorCode | null => {
  if (!managesSubsidy(caller, subsidy)) return 'forbidden'
  if (!inState[ability].includes(subsidy.state))
    return ability === 'pay' && subsidy.state !== 'paid' ? 'subsidy_not_approved' : 'conflict'
  if (ability !== 'approve') return null
  if (subsidy.has_hand_in_it) return 'subsidy_own_proposal'
  if (subsidy.open_objections > 0) return 'subsidy_objections_open'
  return (subsidy.objection_until?.getTime() ?? 0) > nowMs ? 'subsidy_objection_time' : null
}

export const createSubsidyKind = (now: () => number): RowKind<SubsidyRow, SubsidyAbility> => ({
  type: 'subsidy',
  lock: (trx, context, id) => lockSubsidy(trx, toSubsidyReader(context), id),
  refusal: ({ caller }, subsidy, ability) => refusalOf(caller, subsidy, ability, now()),
  identify: ({ id, region_code, year }) => ({
    id: String(id),
    name: `${regionPath(region_code, 'en').at(-1) ?? region_code} ${year} (${id})`,
  }),
  readVersion: ({ version }) => version,
})

const toTime = (time: Date | null): string | null => time?.toISOString() ?? null

export const presentSubsidy = (
  subsidy: SubsidyRow,
  { caller, language }: SubsidyReader,
  nowMs: number,
): Subsidy => {
  const sums = subsidy.part ?? subsidy
  const may = (ability: SubsidyAbility): boolean =>
    refusalOf(caller, subsidy, ability, nowMs) === null
  return {
    subsidyId: String(subsidy.id),
    year: subsidy.year,
    seasons: subsidy.seasons,
    regionCode: subsidy.region_code,
    region: regionPath(subsidy.region_code, language),
    accountName: subsidy.account_name,
    ruleId: subsidy.rule_id,
    ruleNumber: subsidy.rule_number,
    state: subsidy.state,
    revision: subsidy.revision,
    progress:
      subsidy.state === 'working' ? subsidy.done_count / Math.max(1, subsidy.all_count) : null,
    currency: subsidy.currency,
    totalMinor: sums.total_minor,
    stoppedMinor: sums.stopped_minor,
    coveredArea: muFromMilliM2(sums.ground_milli_m2),
    lineNum: sums.line_count,
    stoppedNum: sums.stopped_count,
    sortieNum: sums.flight_count,
    plotNum: sums.plot_count,
    operatorNum: sums.operator_count,
    leftOutNum: sums.left_out_count,
    openObjectionNum: subsidy.open_objections,
    isPart: subsidy.part !== null,
    objectionUntil: toTime(subsidy.objection_until),
    proposedAt: toTime(subsidy.proposed_at),
    approvedAt: toTime(subsidy.approved_at),
    paidAt: toTime(subsidy.paid_at),
    paymentReference: subsidy.payment_reference,
    linesHash: subsidy.lines_hash?.toString('hex') ?? null,
    version: subsidy.version,
    can: {
      correct: may('correct'),
      approve: may('approve'),
      pay: may('pay'),
      delete: may('delete'),
    },
  }
}

/** @throws not_found */
export const requireSubsidy = async (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<SubsidyRow> => (await findSubsidy(db, reader, id)) ?? fail('not_found')
