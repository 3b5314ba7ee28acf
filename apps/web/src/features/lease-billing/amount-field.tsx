import { currencyDecimals, fromMajor, toMajor, type Currency } from '@swath/domain/money'
import { InputNumber } from 'antd'

type Props = {
  id?: string
  value?: number | null
  onChange?: (amountMinor: number | null) => void
  currency: Currency
}

/** Typed in whole units, held in the smallest; what is finer than the currency cannot be typed. */
export const AmountInput = ({ id, value, onChange, currency }: Props) => (
  <InputNumber
    {...(id ? { id } : {})}
    style={{ width: '100%' }}
    min={0}
    precision={currencyDecimals[currency]}
    controls={false}
    inputMode="decimal"
    suffix={currency}
    value={value == null ? null : toMajor({ amountMinor: value, currency })}
    onChange={(amount) => onChange?.(amount === null ? null : fromMajor(amount, currency))}
  />
)
