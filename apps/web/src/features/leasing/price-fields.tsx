// Prices as people write them, in whole units; the wire has the smallest.
import {
  currencies,
  currencyDecimals,
  fromMajor,
  toMajor,
  type Currency,
} from '@swath/domain/money'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/format.ts'
import { FormField } from '../../ui/form-checks.tsx'
import { useNarrow } from '../../ui/use-width.ts'

type MoneyProps = {
  id?: string
  value?: number | null
  onChange?: (amountMinor: number | null) => void
  currency: Currency
}

/** An amount in whole units; what is finer than the currency cannot be typed. */
export const MoneyInput = ({ id, value, onChange, currency }: MoneyProps) => (
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

/** The currency that the form has chosen. */
export const useFormCurrency = (): Currency => {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch('currency', form) as Currency | undefined
  return chosen ?? 'CNY'
}

const CurrencyField = () => {
  const { t } = useTranslation('leasing')
  return (
    <FormField name="currency" label={t('currency')}>
      <Select options={currencies.map((one) => ({ value: one, label: one }))} />
    </FormField>
  )
}

/** Currency, price of a mu and price of an hour. */
export const PriceFields = () => {
  const { t } = useTranslation('leasing')
  const currency = useFormCurrency()
  return (
    <>
      <CurrencyField />
      <FormField name="muUnitPrice" label={t('muUnitPrice')} extra={t('muUnitPriceHint')}>
        <MoneyInput currency={currency} />
      </FormField>
      <FormField name="durationPrice" label={t('durationPrice')} extra={t('durationPriceHint')}>
        <MoneyInput currency={currency} />
      </FormField>
    </>
  )
}

type Priced = { currency: Currency; muUnitPrice: number; durationPrice: number }

export const MuPrice = ({ priced }: { priced: Priced }) => (
  <span className="figure">
    {formatMoney({ amountMinor: priced.muUnitPrice, currency: priced.currency })}
  </span>
)
export const HourPrice = ({ priced }: { priced: Priced }) => (
  <span className="figure">
    {formatMoney({ amountMinor: priced.durationPrice, currency: priced.currency })}
  </span>
)
type Listed = Priced & { rentalModel?: 1 | 2 | 3 | 5 }
/** On a telephone, without their heads, the one that counts says what it is for. */
const ListedPrice = ({ row }: { row: Listed }) => {
  const { t } = useTranslation('leasing')
  const narrow = useNarrow()
  if (!narrow) return <MuPrice priced={row} />
  const isByHour = row.rentalModel === 2
  return (
    <>
      {isByHour ? <HourPrice priced={row} /> : <MuPrice priced={row} />}{' '}
      <span className="unit">{t(isByHour ? 'perHour' : 'perMu')}</span>
    </>
  )
}
/** How a list shows the two. */
export const priceLooks = {
  muUnitPrice: { render: (row: Listed) => <ListedPrice row={row} />, number: true },
  durationPrice: { render: (row: Priced) => <HourPrice priced={row} />, number: true },
}
