import { currencyDecimals, fromMajor, toMajor, type Currency } from '@swath/domain/money'
import { InputNumber } from 'antd'
import { formatMoney } from '../../lib/format.ts'
import style from './subsidies.module.css'

export const Money = ({ minor, currency }: { minor: number; currency: Currency }) => (
  <span className={style.money}>{formatMoney({ amountMinor: minor, currency })}</span>
)

type Props = {
  'id'?: string
  'aria-label'?: string
  'placeholder'?: string
  'currency': Currency
  'value'?: number | null
  'onChange'?: (minor: number | null) => void
}

/** An amount in whole units for people; the smallest unit beneath. */
export const MoneyInput = ({ currency, value, onChange, ...rest }: Props) => (
  <InputNumber
    {...rest}
    style={{ width: '100%' }}
    suffix={currency}
    min={0}
    precision={currencyDecimals[currency]}
    value={value == null ? null : toMajor({ amountMinor: value, currency })}
    onChange={(amount) => onChange?.(amount === null ? null : fromMajor(Number(amount), currency))}
  />
)
