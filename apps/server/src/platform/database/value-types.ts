// Column types that the catalog does not have: JSON contents, and unions without a CHECK constraint.

const columnsOf: Readonly<Record<string, string>> = {
  '0 | 1 | 2': 'drone_sum.activation drone_sum_change.activation drone_sum_wide.activation',
  '1 | 2 | 3': 'drone_sum.sale_type drone_sum_change.sale_type drone_sum_wide.sale_type',
  '1 | 2 | 3 | 4': 'subsidy_line.task_type',
  "'sprayer' | 'spreader' | 'mapper'":
    'drone_sum.device_type drone_sum_change.device_type drone_sum_wide.device_type',
  "'stay_out' | 'stay_in'": 'no_fly_zone_version.kind',
  'string[]': 'geometry_import.notes geometry_import.columns',
  'unknown[]': 'flight_log.batteries geometry_import_item.problems',
  'Record<string, number>': 'alarm_setting_change.overrides',
  'Record<string, string>': 'geometry_import_item.properties',
  'Record<string, string | number>': 'invoice.buyer invoice.seller',
  'Partial<Record<string, string[]>>': 'geometry_import.note_details',
  'Partial<Record<Currency, 1 | 2>>': 'rental_client.warned_levels',
  'BulletinText[]': 'bulletin.texts',
  'ChangeType': 'change_event.kind webhook.kinds webhook_delivery.kind',
  'Currency': `basic_price.currency lease.currency lease_recharge.currency lease_work_record.currency
    ledger_account.currency ledger_book_sum.currency ledger_drone_sum.currency ledger_line.currency
    rental_client.currency rental_client_price.currency subsidy.currency subsidy_rule.currency`,
  'Details': `account_application.current account_application.proposed anomaly.evidence app_user.settings
    audit_log.details change_event.data claim_suspicion.evidence command.arguments device_event.payload
    flight_log.heights flight_log.identity flight_log.preview flight_log.reading flight_log.report
    group_plan.route group_plan.settings ledger_entry.about share_link.report unified_task.frozen`,
  'Details[]': 'group_plan.done',
  'DutyShift[]': 'duty_roster.shifts',
  'EntryKind': 'ledger_entry.cause_kind',
  'GroupRole[]': 'identity_provider.group_roles',
  'LedgerPurpose': 'ledger_book_sum.purpose ledger_drone_sum.purpose ledger_line.purpose',
  'LedgerTotals': 'ledger_month_close.totals',
  'Names': 'chemical.names crop.names region.names work_type.names',
  'Parts': 'plot.parts plot.sketch plot_former_shape.parts',
  'Rings': 'no_fly_zone.rings',
  'StoredAuthority[]': 'no_fly_zone.authorities',
  "StoredRow<Omit<Selectable<Database['no_fly_zone']>, 'bounds'>>": 'no_fly_zone_version.content',
  'SubsidyCut[]': 'subsidy_line.cuts',
  'SubsidyLeftOutReason': 'subsidy_flight.why',
  'SubsidyRules': 'subsidy_rule_version.content',
  'SummedDay[]': 'unified_task_sum.days',
  'SummedVillage[]': 'unified_task_sum.villages',
  'WeeklyWindow[]': 'no_fly_zone.windows',
  'ZoneReason[]': 'no_fly_zone.reasons',
}

/** The type of a value or element by `table.column`; default and null come from the catalog. */
export const valueTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(columnsOf).flatMap(([type, columns]) =>
    columns.split(/\s+/).map((column) => [column, type] as const),
  ),
)

export const imports = `import type { BulletinText } from '@swath/contract/alarms/bulletin-rows'
import type { ChangeType } from '@swath/contract/programs/change-types'
import type { DutyShift } from '@swath/domain/duty-roster'
import type { EntryKind, LedgerPurpose, LedgerTotals } from '@swath/domain/ledger'
import type { Currency } from '@swath/domain/money'
import type { SubsidyCut } from '@swath/domain/subsidy-lines'
import type { SubsidyLeftOutReason, SubsidyRules } from '@swath/domain/subsidy-rules'
import type { WeeklyWindow } from '@swath/domain/weekly-windows'
import type { ZoneReason } from '@swath/domain/zone-terms'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type {
  DayText, Details, Exact, GeneratedJson, GeneratedTimestamp, GroupRole, Json, Names, Parts, Rings,
  StoredAuthority, StoredRow, SummedDay, SummedVillage, Timestamp,
} from './column-types.ts'
`
