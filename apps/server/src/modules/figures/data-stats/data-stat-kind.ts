import type { DataStat } from '@swath/contract/figures/data-stats'
import { DataStatMail } from '@swath/contract/figures/data-stats'
import { DataStatSettings } from '@swath/contract/figures/stat-settings'
import type { Caller } from '@swath/domain/access/caller'
import type { RowKind } from '../../../platform/change/change.ts'
import { lockDataStat, type DataStatRow } from './data-stats.queries.ts'

/**
 * The creator may change it; shared ones also people who manage the account's people, because
 * creators may leave.
 */
const maySet = ({ userId, rights }: Caller, row: DataStatRow): boolean =>
  row.made_by === userId || (row.is_shared && rights.includes('staff.manage'))

export const dataStatKind: RowKind<DataStatRow, 'change'> = {
  type: 'data-stat',
  lock: (trx, { caller }, id) => lockDataStat(trx, caller, id),
  refusal: ({ caller }, row) => (maySet(caller, row) ? null : 'forbidden'),
  identify: (row) => row,
  readVersion: (row) => row.version,
}

export const settingsOf = ({ settings }: Pick<DataStatRow, 'settings'>): DataStatSettings =>
  DataStatSettings.parse(settings)
export const mailOf = ({ mail }: Pick<DataStatRow, 'mail'>): DataStatMail | null =>
  DataStatMail.nullable().parse(mail)

export const presentDataStat = (row: DataStatRow, caller: Caller): DataStat => {
  const may = maySet(caller, row)
  const settings = settingsOf(row)
  return {
    statId: row.id,
    name: row.name,
    shared: row.is_shared,
    settings,
    showType: settings.showType,
    mail: mailOf(row),
    mailDueAt: row.mail_due_at?.toISOString() ?? null,
    createdByName: row.made_by_name,
    own: row.made_by === caller.userId,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may },
  }
}
