import { NewOrders, dronesAtMost, type ServicePrice } from '@swath/contract/money/orders'
import { useQuery } from '@tanstack/react-query'
import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { typeLabels } from './order-state.tsx'
import { useCreateOrders } from './orders.mutations.ts'
import style from './orders.module.css'

type Values = Partial<z.input<typeof NewOrders>>
type Wanted = { orderType: 1 | 2 | 3; year: number | undefined; search?: string }

/** Drones that do not have the service in that year yet. */
const useOrderable = ({ orderType, year, search = '' }: Wanted) =>
  useQuery({
    ...buildQuery('listOrderableDrones', {
      query: {
        orderType: `${orderType}`,
        search,
        size: String(dronesAtMost),
        ...(year === undefined ? {} : { year: String(year) }),
      },
    }),
    ...keepShown,
  })

type ChoiceProps = Wanted & { id?: string; value?: string[]; onChange?: (ids: string[]) => void }

const DroneChoice = ({ orderType, year, value = [], onChange, ...field }: ChoiceProps) => {
  const { t } = useTranslation('orders')
  const [search, setSearch] = useState('')
  const drones = useOrderable({ orderType, year, search })
  const items = drones.data?.items ?? []
  const due = items.filter(({ lastYear }) => lastYear !== null)
  const add = (ids: readonly string[]): void =>
    onChange?.([...new Set([...value, ...ids])].slice(0, dronesAtMost))
  return (
    <>
      <Select<string[]>
        {...field}
        mode="multiple"
        style={{ width: '100%' }}
        value={value}
        {...(onChange ? { onChange } : {})}
        placeholder={t('chooseDrones')}
        aria-label={t('chooseDrones')}
        loading={drones.isFetching}
        maxTagCount={12}
        showSearch={{ onSearch: setSearch, optionFilterProp: 'label' }}
        options={items.map(({ droneId, droneName, lastYear }) => ({
          value: droneId,
          label: `${droneName === droneId ? droneId : `${droneName} · ${droneId}`}${
            lastYear === null ? '' : ` · ${t('hasUntil', { year: lastYear })}`
          }`,
        }))}
      />
      <div className={`flex wrap gap-8 ${style.picks}`}>
        {due.length > 0 && (
          <Button size="small" onClick={() => add(due.map(({ droneId }) => droneId))}>
            {t('chooseDue', { shown: formatCount(due.length) })}
          </Button>
        )}
        {items.length > 0 && (
          <Button size="small" onClick={() => add(items.map(({ droneId }) => droneId))}>
            {t('chooseAll', { shown: formatCount(items.length) })}
          </Button>
        )}
      </div>
    </>
  )
}

/** The total price, shown before ordering. */
const Total = ({ price, count }: { price: ServicePrice | null | undefined; count: number }) => {
  const { t } = useTranslation('orders')
  if (price === undefined) return null
  if (price === null) return <p className="m-0 muted">{t('notSold')}</p>
  const { amountMinor, currency } = price
  return (
    <p
      className={`flex wrap gap-4-12 items-baseline justify-between border-t tabular mt-8 ${style.total}`}
      role="status"
    >
      <span>
        {t('perYear', { price: formatMoney({ amountMinor, currency }), shown: formatCount(count) })}
      </span>
      <strong className="text-20">
        {formatMoney({ amountMinor: amountMinor * count, currency })}
      </strong>
    </p>
  )
}

type Props = { onClose: () => void; onCreated: (orderIds: readonly string[]) => void }

/** A service for some drones and a year: an order each, paid together. */
export const CreateOrders = ({ onClose, onCreated }: Props) => {
  const { t } = useTranslation('orders')
  const create = useCreateOrders()
  const [values, setValues] = useState<Values>({ orderType: 1, droneIds: [] })
  const { orderType = 1, year, droneIds = [] } = values
  const orderable = useOrderable({ orderType, year }).data
  const years = orderable?.years ?? []
  return (
    <FormDrawer
      onClose={onClose}
      title={t('create')}
      submitLabel={t('create')}
      schema={NewOrders}
      initial={{ orderType: 1, droneIds: [] }}
      messages={{ droneIdsMissing: t('dronesMissing') }}
      onValues={setValues}
      onSubmit={async (body) => {
        const { items } = await create.mutateAsync(body)
        showSuccess(t('created', { count: items.length, shown: formatCount(items.length) }))
        onCreated(items.filter(({ can }) => can.pay).map(({ orderId }) => orderId))
      }}
    >
      <FormField name="orderType" label={t('orderType')}>
        <Radio.Group
          vertical
          options={([1, 2, 3] as const).map((value) => ({ value, label: t(typeLabels[value]) }))}
        />
      </FormField>
      <FormField name="year" label={t('year')} extra={t('yearHint')}>
        <Select
          loading={orderable === undefined}
          disabled={orderable === undefined}
          options={years.map((one) => ({ value: one, label: String(one) }))}
        />
      </FormField>
      <FormField name="droneIds" label={t('terms:drones')}>
        <DroneChoice orderType={orderType} year={year} />
      </FormField>
      <Total price={orderable?.price} count={droneIds.length} />
    </FormDrawer>
  )
}
