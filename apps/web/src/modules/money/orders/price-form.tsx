import { PriceInput, type ServicePrice } from '@swath/contract/money/orders'
import { currencies, fromMajor, toMajor } from '@swath/domain/money'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { typeLabels } from './order-state.tsx'
import { useSetServicePrice } from './orders.mutations.ts'
import style from './orders.module.css'

/** In whole units, as people write a price. */
const Price = PriceInput.pick({ orderType: true, currency: true })
  .extend({ amount: z.number().min(0).max(100_000_000).nullable() })
  .refine(({ amount, currency }) => amount === null || fromMajor(amount, currency) !== null, {
    path: ['amount'],
    message: 'tooFine',
  })

const Prices = ({ prices }: { prices: readonly ServicePrice[] }) => {
  const { t } = useTranslation('orders')
  return (
    <table className={style.prices}>
      <tbody>
        {prices.map((price) => (
          <tr key={`${price.orderType} ${price.currency}`}>
            <th scope="row">{t(typeLabels[price.orderType])}</th>
            <td>{formatMoney(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Yearly prices of the service, edited by its operator. */
export const PriceForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('orders')
  const set = useSetServicePrice()
  const prices = useQuery(buildQuery('listServicePrices')).data?.items
  if (!prices) return null
  const first = prices[0]
  return (
    <FormDrawer
      onClose={onClose}
      title={t('prices')}
      schema={Price}
      initial={
        first
          ? { orderType: first.orderType, currency: first.currency, amount: toMajor(first) }
          : { orderType: 1, currency: 'CNY' }
      }
      messages={{ tooFine: t('priceTooFine') }}
      onSubmit={async ({ orderType, currency, amount }) => {
        const before = prices.find(
          (price) => price.orderType === orderType && price.currency === currency,
        )
        await set.mutateAsync({
          orderType,
          currency,
          amountMinor: amount ? fromMajor(amount, currency) : null,
          ...(before ? { version: before.version } : {}),
        })
        showSuccess(t('priceSaved'))
      }}
    >
      <FormField name="orderType" label={t('orderType')}>
        <Select
          options={([1, 2, 3] as const).map((value) => ({ value, label: t(typeLabels[value]) }))}
        />
      </FormField>
      <FormField name="currency" label={t('priceCurrency')}>
        <Select options={currencies.map((value) => ({ value, label: value }))} />
      </FormField>
      <FormField name="amount" label={t('pricePerYear')} extra={t('priceHint')}>
        <InputNumber min={0} style={{ width: '100%' }} />
      </FormField>
      <Prices prices={prices} />
    </FormDrawer>
  )
}
