// Prices in major currency units; the API uses minor units.
import { currencies, type Currency } from '@swath/domain/money'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useNarrow } from '../../../ui/use-width.ts'

/** The currency selected in the form. */
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

/** Currency, price per mu, and price per hour. */
export const PriceFields = () => {
  const { t } = useTranslation('leasing')
  const currency = useFormCurrency()
  return (
    <>
      <CurrencyField />
      <MoneyField
        name="muUnitPrice"
        label={t('muUnitPrice')}
        extra={t('muUnitPriceHint')}
        currency={currency}
      />
      <MoneyField
        name="durationPrice"
        label={t('durationPrice')}
        extra={t('durationPriceHint')}
        currency={currency}
      />
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
/** On a phone there are no column headers, so the price shows its unit. */
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
/** Cell renderers for the two prices. */
export const priceCells = {
  muUnitPrice: { render: (row: Listed) => <ListedPrice row={row} />, number: true },
  durationPrice: { render: (row: Priced) => <HourPrice priced={row} />, number: true },
}
