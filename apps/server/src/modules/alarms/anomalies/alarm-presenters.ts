// Presents alarms of the desk to a caller. For people of other accounts, only their account is
// shown.
import type { Alarm, AlarmDetail } from '@swath/contract/alarms/alarm-desk'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { isInSight } from '../../../platform/access/in-sight.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findAlarm, type AlarmRow } from './alarm-desk.queries.ts'
import { messagesOf, stepsOf } from './alarm-steps.queries.ts'
import { presentAnomaly, readCropNames, type CropNames } from './anomaly-presenters.ts'

export type Reader = { caller: Caller; language: Language }
export type Ability = keyof Alarm['can']

/** Actions that a caller with the right can take in each state of an alarm. */
export const abilitiesAt = (state: Alarm['state']): Alarm['can'] => ({
  acknowledge: state === 'open',
  assign: state !== 'closed',
  comment: true,
  close: state !== 'closed',
  reopen: state === 'closed',
})
const noAbilities: Alarm['can'] = {
  acknowledge: false,
  assign: false,
  comment: false,
  close: false,
  reopen: false,
}

const toTime = (at: Date | null): string | null => at?.toISOString() ?? null

/** The end of the period in the evidence, else the end of the flight; null while it flies. */
const endOf = ({ evidence, flight_state, flight_end_at }: AlarmRow): Date | null => {
  const untilMs = evidence['untilMs']
  if (typeof untilMs === 'number') return new Date(untilMs)
  return flight_state === 'closed' ? flight_end_at : null
}

export const presentAlarm = (
  row: AlarmRow,
  crops: CropNames,
  { caller, language }: Reader,
): Alarm => ({
  ...presentAnomaly(row, crops, language),
  endedAt: toTime(endOf(row)),
  acknowledgedAt: toTime(row.acknowledged_at),
  closedAt: toTime(row.closed_at),
  closedReason: row.closed_reason,
  assigneeId: isInSight(caller, row.assignee_account_id) ? row.assignee_id : null,
  assigneeName: isInSight(caller, row.assignee_account_id)
    ? row.assignee_name
    : row.assignee_account_name,
  commentNum: row.comments,
  version: row.version,
  can: caller.rights.includes('alarm.handle') ? abilitiesAt(row.state) : noAbilities,
})

/** @throws not_found */
export const readAlarm = async (
  db: Db | Tx,
  reader: Reader,
  anomalyId: string,
): Promise<AlarmDetail> => {
  const { caller, language } = reader
  const row = (await findAlarm(db, caller, anomalyId)) ?? fail('not_found')
  const crops = await readCropNames(db, [row], language)
  const steps = await stepsOf(db, row.drone_id, row.id)
  const messages = await messagesOf(db, row.drone_id, row.id)
  const whoOf = (one: {
    user_name: string | null
    account_id: string | null
    account_name: string | null
  }) => ({
    userName: isInSight(caller, one.account_id) ? one.user_name : null,
    accountName: one.account_name,
  })
  return {
    ...presentAlarm(row, crops, reader),
    steps: steps.map((one) => ({
      ...whoOf(one),
      kind: one.kind,
      at: one.at.toISOString(),
      assigneeName: isInSight(caller, one.account_id) ? one.assignee_name : null,
      nobodyOnDuty:
        (one.kind === 'notify' || one.kind === 'escalate') && one.assignee_name === null,
      reason: one.reason as AlarmDetail['closedReason'],
      text: one.text,
    })),
    messages: messages.map((one) => ({
      ...whoOf(one),
      channel: one.channel,
      state: one.state,
      at: (one.sending_at ?? one.created_at).toISOString(),
      digest: one.digest,
      reason: one.reason,
    })),
  }
}
