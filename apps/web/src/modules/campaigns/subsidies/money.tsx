import type { Currency } from '@swath/domain/money'
import { formatMoney } from '../../../lib/format.ts'
import style from './subsidies.module.css'

export const Money = ({ minor, currency }: { minor: number; currency: Currency }) => (
  <span className={style.money}>{formatMoney({ amountMinor: minor, currency })}</span>
)
