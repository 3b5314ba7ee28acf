// Settings by which an account's alarms are judged on a given day: those that the account and its
// ancestors had chosen by then.
import {
  settleSettings,
  type AlarmSettings,
  type ChosenSettings,
} from '@swath/domain/alarm-settings'
import type { RuleThresholds } from '@swath/domain/rule-thresholds'
import { aboveOrSame } from '../../platform/auth/ancestors.queries.ts'
import type { Db, Tx } from '../../platform/database/database.ts'

export type ChosenBy = {
  accountId: string
  accountName: string
  accountType: string
  overrides: ChosenSettings
}

/** Settings in force at a moment, for each account on the path that had chosen some. */
export const chosenSettings = async (
  db: Db | Tx,
  accountId: string,
  at: Date,
): Promise<ChosenBy[]> => {
  const rows = await db
    .selectFrom('account')
    .innerJoin('account as above', (join) => join.on(aboveOrSame('above', 'account.path')))
    .innerJoin('alarm_setting_change as change', 'change.account_id', 'above.id')
    .where('account.id', '=', accountId)
    .where('change.effective_from', '<=', at)
    .distinctOn(['above.path'])
    .orderBy('above.path')
    .orderBy('change.effective_from', 'desc')
    .orderBy('change.number', 'desc')
    .select([
      'above.id as accountId',
      'above.name as accountName',
      'above.type as accountType',
      'change.overrides',
    ])
    .execute()
  return rows
}

export const settingsOn = async (
  db: Db | Tx,
  accountId: string,
  at: Date,
): Promise<AlarmSettings> =>
  settleSettings((await chosenSettings(db, accountId, at)).map(({ overrides }) => overrides))

/**
 * Thresholds for a flight of the account that began at this moment, now and at every recomputation.
 */
export const thresholdsOn = (db: Db | Tx, accountId: string, at: Date): Promise<RuleThresholds> =>
  settingsOn(db, accountId, at)

/**
 * Thresholds for the account's claims, as chosen by the platform above it: no account chooses the
 * rules for its own claims.
 */
export const claimThresholdsOn = async (
  db: Db | Tx,
  accountId: string,
  at: Date,
): Promise<RuleThresholds> =>
  settleSettings(
    (await chosenSettings(db, accountId, at))
      .filter(({ accountType }) => accountType === 'platform')
      .map(({ overrides }) => overrides),
  )
