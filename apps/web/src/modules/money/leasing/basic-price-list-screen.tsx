import {
  BasicPriceChange,
  BasicPriceInput,
  basicPriceList,
  type BasicPrice,
} from '@swath/contract/money/basic-prices'
import { rentalModelLabels } from '@swath/contract/money/leasing-fields'
import { useQuery } from '@tanstack/react-query'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { dash } from '../../../lib/format.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useNarrow } from '../../../ui/use-width.ts'
import { useAddBasicPrice, useDeleteBasicPrice, useUpdateBasicPrice } from './leasing.mutations.ts'
import { ownCurrency } from './own-currency.ts'
import { HourPrice, MuPrice, PriceFields, priceCells } from './price-fields.tsx'
import style from './leasing.module.css'

const tones = { coming: 'waiting', inForce: 'good', past: undefined } as const

type DayProps = { id?: string; value?: string | null; onChange?: (day: string | null) => void }
const Day = ({ id, value, onChange }: DayProps) => (
  <DatePicker
    {...(id ? { id } : {})}
    format="YYYY/MM/DD"
    style={{ width: '100%' }}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
  />
)

const Fields = () => {
  const { t } = useTranslation('leasing')
  const models = useQuery(buildQuery('listLeasedModels'))
  return (
    <>
      <FormField name="rentalModel" label={t('rentalModel')}>
        <Select
          options={([1, 2, 3, 5] as const).map((value) => ({
            value,
            label: t(rentalModelLabels[value]),
          }))}
        />
      </FormField>
      <FormField name="flyModelId" label={t('terms:model')} extra={t('everyModelHint')}>
        <Select
          allowClear
          placeholder={t('everyModel')}
          options={(models.data?.items ?? []).map(({ flyModelId, modelName }) => ({
            value: flyModelId,
            label: modelName,
          }))}
        />
      </FormField>
      <PriceFields />
      <FormField name="validFrom" label={t('validFrom')}>
        <Day />
      </FormField>
      <FormField name="validUntil" label={t('validUntil')} extra={t('validUntilHint')}>
        <Day />
      </FormField>
      <TextField name="note" label={t('note')} maxLength={200} />
    </>
  )
}

const History = ({ priceId }: Pick<BasicPrice, 'priceId'>) => {
  const { t } = useTranslation('leasing')
  const history = useQuery(buildQuery('getBasicPriceHistory', { params: { priceId } }))
  if (!history.data) return null
  return (
    <FactSection title={t('priceHistory')}>
      {history.data.items.length === 0 && <p className="muted">{t('priceHistoryNone')}</p>}
      <ol className={style.history}>
        {history.data.items.map(({ at, userName, from, to }) => (
          <li key={at}>
            <strong>
              <MuPrice priced={to} /> {t('perMu')} · <HourPrice priced={to} /> {t('perHour')}
            </strong>
            {from && (
              <span className="unit">
                {t('priceBefore')} <MuPrice priced={from} /> {t('perMu')} ·{' '}
                <HourPrice priced={from} /> {t('perHour')}
              </span>
            )}
            <span className="unit">
              <Time time={at} /> · {userName}
            </span>
          </li>
        ))}
      </ol>
    </FactSection>
  )
}

const dayText = (day: string | null): string => day?.replaceAll('-', '/') ?? dash

/** Default prices, used unless other prices are agreed. */
export const BasicPriceListScreen = () => {
  const { t } = useTranslation('leasing')
  const { answer, onLoaded } = useLoadedRows<typeof basicPriceList>()
  const narrow = useNarrow()
  const add = useAddBasicPrice()
  const update = useUpdateBasicPrice()
  const destroy = useDeleteBasicPrice()
  const cellRenderers = {
    ...priceCells,
    muUnitPrice: {
      ...priceCells.muUnitPrice,
      render: (row: BasicPrice) =>
        row.rentalModel === 2 && !narrow ? dash : priceCells.muUnitPrice.render(row),
    },
    durationPrice: {
      ...priceCells.durationPrice,
      render: (row: BasicPrice) =>
        row.rentalModel === 1 ? dash : priceCells.durationPrice.render(row),
    },
    modelName: { render: ({ modelName }: BasicPrice) => modelName ?? t('everyModel') },
    validFrom: {
      render: ({ validFrom }: BasicPrice) => <span className="figure">{dayText(validFrom)}</span>,
    },
    validUntil: {
      render: ({ validUntil }: BasicPrice) => <span className="figure">{dayText(validUntil)}</span>,
    },
    state: {
      render: ({ state }: BasicPrice) => (
        <StateTag tone={tones[state]}>{t(basicPriceList.columns.state.labels[state])}</StateTag>
      ),
    },
  }
  const { actions, rows, forms } = useRowEditing({
    list: basicPriceList,
    cellRenderers,
    toName: ({ rentalModel, modelName }) =>
      `${t(rentalModelLabels[rentalModel])} · ${modelName ?? t('everyModel')}`,
    fields: <Fields />,
    add: answer?.can.create
      ? {
          label: t('addBasicPrice'),
          schema: BasicPriceInput,
          initial: { currency: ownCurrency(), rentalModel: 1 },
          run: add.mutateAsync,
        }
      : null,
    change: { schema: BasicPriceChange, run: update.mutateAsync },
    remove: { effect: t('basicPriceDelete'), run: destroy.mutateAsync },
    below: ({ priceId, version }) => <History key={version} priceId={priceId} />,
  })
  return (
    <>
      <ListScreen
        list={basicPriceList}
        title={t('app:basicPriceList')}
        shown={[
          'rentalModel',
          'modelName',
          'muUnitPrice',
          'durationPrice',
          'validFrom',
          'validUntil',
          'state',
        ]}
        cellRenderers={cellRenderers}
        filters={['rentalModel', 'modelName', 'currency', 'state']}
        actions={actions}
        rows={{ ...rows, onLoaded }}
        empty={{ title: t('basicPricesNone'), reason: t('basicPricesNoneReason'), action: actions }}
      />
      {forms}
    </>
  )
}
