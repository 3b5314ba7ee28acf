import { LeaseReturn, NewLease, type Lease } from '@swath/contract/money/leases'
import type { RentalClient } from '@swath/contract/money/rental-clients'
import { rentalModelLabels, type RentalModelCode } from '@swath/contract/money/leasing-fields'
import type { Answer } from '@swath/contract/kit'
import type { Api } from '@swath/contract/api'
import { useQuery } from '@tanstack/react-query'
import { DatePicker, Form, Input, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatTime } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { parseLocalTime } from '../../../lib/time-zone.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useCreateLease, useReturnLease } from './leasing.mutations.ts'
import { ownCurrency } from './own-currency.ts'
import { PriceFields } from './price-fields.tsx'

type Lendable = Answer<Api['listLendableDrones']>['items'][number]
type Chosen = { drone?: Lendable | undefined; client?: RentalClient | undefined }

const models = [1, 2, 3, 5] as const satisfies readonly RentalModelCode[]

/** Options that match the typed text, because there may be many. */
const useChoices = (typed: { drone: string; client: string }) => {
  const drones = useQuery({
    ...buildQuery('listLendableDrones', {
      query: typed.drone === '' ? {} : { search: typed.drone },
    }),
    ...keepShown,
  })
  const clients = useQuery({
    ...buildQuery('listRentalClients', {
      query: {
        status: '2',
        pageSize: '50',
        ...(typed.client === '' ? {} : { clientName: typed.client }),
      },
    }),
    ...keepShown,
  })
  return {
    drones: drones.data?.items ?? [],
    clients: (clients.data?.items ?? []).filter(({ can }) => can.lend),
  }
}

/** The client's own prices, or else the drone's base prices. */
const pricesFor = ({ drone, client }: Chosen, model: RentalModelCode) => {
  const basic = drone?.basicPrices.filter(({ rentalModel }) => rentalModel === model) ?? []
  const priced = client ?? basic.find(({ currency }) => currency === ownCurrency()) ?? basic[0]
  return priced
    ? {
        currency: priced.currency,
        muUnitPrice: priced.muUnitPrice,
        durationPrice: priced.durationPrice,
      }
    : null
}

/**
 * Fills in fields from the selects above. Selected options are kept, because another search may not
 * find them again.
 */
const useFilling = () => {
  const form = Form.useFormInstance()
  const [chosen, setChosen] = useState<Chosen>({})
  return (fresh: Chosen): void => {
    const model = (form.getFieldValue('rentalModel') as RentalModelCode | undefined) ?? 1
    const now = { ...chosen, ...fresh, ...(model === 5 ? { client: undefined } : {}) }
    setChosen(now)
    if (model === 1) form.setFieldValue('chargeBy', 'mu')
    if (model === 2) form.setFieldValue('chargeBy', 'hour')
    if (model === 5) form.setFieldValue('clientId', null)
    const prices = pricesFor(now, model)
    if (prices) form.setFieldsValue(prices)
  }
}

const Fields = () => {
  const { t } = useTranslation('leasing')
  const fill = useFilling()
  const [typed, setTyped] = useState({ drone: '', client: '' })
  const { drones, clients } = useChoices(typed)
  const form = Form.useFormInstance()
  const model = (Form.useWatch('rentalModel', form) as RentalModelCode | undefined) ?? 1
  return (
    <>
      <FormField name="droneId" label={t('terms:drone')} extra={t('lendableHint')}>
        <Select<string>
          showSearch={{
            optionFilterProp: 'label',
            onSearch: (drone) => setTyped({ ...typed, drone }),
          }}
          options={drones.map((drone) => ({
            value: drone.droneId,
            label: `${drone.droneName} · ${drone.droneId} · ${drone.modelName}`,
          }))}
          onSelect={(id) => fill({ drone: drones.find(({ droneId }) => droneId === id) })}
        />
      </FormField>
      <FormField name="rentalModel" label={t('rentalModel')} extra={t(`modelHint${model}`)}>
        <Select
          options={models.map((value) => ({ value, label: t(rentalModelLabels[value]) }))}
          onSelect={() => fill({})}
        />
      </FormField>
      {model !== 5 && (
        <FormField name="clientId" label={t('client')} extra={t('lendClientHint')}>
          <Select<string>
            showSearch={{
              optionFilterProp: 'label',
              onSearch: (client) => setTyped({ ...typed, client }),
            }}
            options={clients.map((client) => ({
              value: client.clientId,
              label: client.clientName,
            }))}
            onSelect={(id) => fill({ client: clients.find(({ clientId }) => clientId === id) })}
          />
        </FormField>
      )}
      <FormField name="chargeBy" label={t('chargeBy')}>
        <Segmented
          disabled={model === 1 || model === 2}
          options={[
            { value: 'mu', label: t('chargeByMu') },
            { value: 'hour', label: t('chargeByHour') },
          ]}
        />
      </FormField>
      <PriceFields />
      <FormField name="note" label={t('note')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </FormField>
    </>
  )
}

type CreateProps = { onClose: () => void; onCreated: (leaseId: string) => void }

export const CreateLease = ({ onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('leasing')
  const create = useCreateLease()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('createLease')}
      submitLabel={t('createLease')}
      schema={NewLease}
      initial={{ rentalModel: 1, chargeBy: 'mu', currency: ownCurrency(), clientId: null }}
      messages={{ leaseClient: t('leaseClientMissing') }}
      onSubmit={async (body) => {
        const { leaseId, droneName } = await create.mutateAsync(body)
        showSuccess(t('leaseCreated', { name: droneName }))
        onCreated(leaseId)
      }}
    >
      <Fields />
    </FormDrawer>
  )
}

type MomentProps = { id?: string; value?: string; onChange?: (time: string | undefined) => void }

/** A time in the viewer's zone, like all others on screen. */
const Moment = ({ id, value, onChange }: MomentProps) => (
  <DatePicker
    {...(id ? { id } : {})}
    showTime
    format="YYYY/MM/DD HH:mm:ss"
    style={{ width: '100%' }}
    value={value ? dayjs(formatTime(value), 'YYYY/MM/DD HH:mm:ss') : null}
    onChange={(moment) =>
      onChange?.(
        moment
          ? new Date(parseLocalTime(moment.format('YYYY-MM-DDTHH:mm:ss'))).toISOString()
          : undefined,
      )
    }
  />
)

export const ReturnLease = ({ lease, onClose }: { lease: Lease; onClose: () => void }) => {
  const { t } = useTranslation('leasing')
  const giveBack = useReturnLease()
  const [now] = useState(() => new Date().toISOString())
  return (
    <FormDrawer
      dialog={480}
      onClose={onClose}
      title={t('returnOf', { name: lease.droneName })}
      submitLabel={t('returnDrone')}
      schema={LeaseReturn}
      initial={{ id: lease.leaseId, version: lease.version, returnTime: now }}
      onSubmit={async ({ returnTime, ...body }) => {
        // An unchanged time means now, so the server's clock is used.
        await giveBack.mutateAsync(returnTime === now ? body : { ...body, returnTime })
        showSuccess(t('returned', { name: lease.droneName }))
      }}
    >
      <p>{t('returnHint')}</p>
      <FormField name="returnTime" label={t('returnTime')}>
        <Moment />
      </FormField>
    </FormDrawer>
  )
}
