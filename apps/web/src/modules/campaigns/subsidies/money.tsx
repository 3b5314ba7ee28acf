import type { Currency } from '@swath/domain/money'
import { formatMoney } from '../../../lib/format.ts'

export const Money = ({ minor, currency }: { minor: number; currency: Currency }) => (
  <span className="tabular nowrap">{formatMoney({ amountMinor: minor, currency })}</span>
)
