import type { BillLine } from '@swath/contract/money/lease-bills'
import { muFromM2 } from '@swath/domain/units'
import type { BillRow } from './bills.queries.ts'

export const toLineId = ({ entry_id, line }: Pick<BillRow, 'entry_id' | 'line'>): string =>
  `${entry_id}-${line}`

export const readLineId = (lineId: string): { entryId: number; line: number } => {
  const [entryId, line] = lineId.split('-').map(Number) as [number, number]
  return { entryId, line }
}

export const presentBill = (row: BillRow): BillLine => ({
  lineId: toLineId(row),
  at: row.at.toISOString(),
  kind: row.kind,
  account: row.purpose as 'prepaid' | 'deposit',
  isCounterEntry: row.reverses_id !== null,
  isTakenBack: row.is_taken_back,
  clientId: String(row.client_id),
  clientName: row.client_name,
  lessorAccountName: row.lessor_name,
  amount: { amountMinor: row.amount_minor, currency: row.currency },
  droneId: row.drone_id,
  droneName: row.drone_name,
  sortieId: row.sortie_id,
  leaseId: row.lease_id,
  coveredArea: row.covered_m2 === null ? null : muFromM2(row.covered_m2),
  flightTime: row.duration_s,
  chargeBy: row.charge_by,
  unitPrice:
    row.unit_price_minor === null
      ? null
      : { amountMinor: row.unit_price_minor, currency: row.currency },
  note: row.note,
  byName: row.by_name,
  month: row.month.slice(0, 7),
  postedAt: row.posted_at.toISOString(),
})
