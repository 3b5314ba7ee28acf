import { currencyDecimals, fromMajor, toMajor, type Currency } from '@swath/domain/money'
import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { formatMoney } from '../lib/format.ts'
import { FormField } from './form-checks.tsx'

type InputProps = {
  'id'?: string
  'aria-label'?: string
  'placeholder'?: string
  'value'?: number | null
  'onChange'?: (amountMinor: number | null) => void
  'currency': Currency
}

/** An amount too large to represent is reported as too large, not as missing. */
const toMinor = (amount: number, currency: Currency): number | null =>
  fromMajor(amount, currency) ?? (amount > 1 ? Number.MAX_SAFE_INTEGER : null)

/** Typed in major units, stored in minor units; extra decimals cannot be typed. */
export const MoneyInput = ({ value, onChange, currency, ...rest }: InputProps) => (
  <InputNumber
    {...rest}
    style={{ width: '100%' }}
    min={0}
    precision={currencyDecimals[currency]}
    controls={false}
    inputMode="decimal"
    suffix={currency}
    value={value == null ? null : toMajor({ amountMinor: value, currency })}
    onChange={(amount) => onChange?.(amount === null ? null : toMinor(amount, currency))}
  />
)

type Props = { name: string; label: ReactNode; extra?: ReactNode; currency: Currency }

/**
 * A field for an amount. It formats limits as money, because the schema has them in minor units.
 */
export const MoneyField = ({ name, label, extra, currency }: Props) => (
  <FormField
    name={name}
    label={label}
    extra={extra}
    sayLimit={(amountMinor) => formatMoney({ amountMinor, currency })}
  >
    <MoneyInput currency={currency} />
  </FormField>
)
