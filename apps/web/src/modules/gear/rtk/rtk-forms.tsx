import {
  RtkBinding,
  RtkInput,
  RtkRenewal,
  rtkList,
  rtkTypes,
  type RtkDevice,
} from '@swath/contract/gear/rtk'
import { Button, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useAddDevice, useBindDevice, useRenewDevice } from './rtk.mutations.ts'

const formPx = 480
const { labels } = rtkList.columns.type

export const AddDevice = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('rtk')
  const add = useAddDevice()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('add')}
      submitLabel={t('add')}
      schema={RtkInput}
      initial={{ type: 'onboard' }}
      onSubmit={async (body) => {
        const { devId } = await add.mutateAsync(body)
        showSuccess(t('added', { name: devId }))
      }}
    >
      <TextField name="devId" label={t('devId')} extra={t('devIdHint')} maxLength={40} />
      <TextField name="pn" label={t('pn')} maxLength={60} />
      <FormField name="type" label={t('terms:type')}>
        <Select options={rtkTypes.map((type) => ({ value: type, label: t(labels[type]) }))} />
      </FormField>
    </FormDrawer>
  )
}

type Props = { device: RtkDevice; onClose: () => void }

export const BindDevice = ({ device, onClose }: Props) => {
  const { t } = useTranslation('rtk')
  const bind = useBindDevice()
  const { devId, qxdsk, droneId, version } = device
  return (
    <FormDrawer
      onClose={onClose}
      dialog={formPx}
      title={t('bindTitle', { name: devId })}
      submitLabel={t('bind')}
      schema={RtkBinding}
      initial={{ devId, qxdsk: qxdsk ?? '', droneId: droneId ?? '', version }}
      onSubmit={async (body) => {
        const { qxdsk: key } = await bind.mutateAsync(body)
        showSuccess(t(key === null ? 'unboundNow' : 'bound', { name: devId }))
      }}
    >
      <TextField name="qxdsk" label={t('qxdsk')} extra={t('bindHint')} maxLength={64} />
      <TextField name="droneId" label={t('droneId')} extra={t('bindHint')} maxLength={32} />
    </FormDrawer>
  )
}

const usualDays = [30, 90, 180, 365] as const

/**
 * The same calculation as on the server: calendar days, from the later of today and the current end
 * date.
 */
const findEnd = (validUntil: string | null, days: number): string => {
  const today = dayjs().startOf('day')
  const end = validUntil === null ? today : dayjs(validUntil)
  return (end.isAfter(today) ? end : today).add(days, 'day').format('YYYY/MM/DD')
}

export const RenewDevice = ({ device, onClose }: Props) => {
  const { t } = useTranslation('rtk')
  const renew = useRenewDevice()
  const [days, setDays] = useState<number | undefined>(365)
  const { devId, validUntil, version } = device
  return (
    <FormDrawer
      onClose={onClose}
      dialog={formPx}
      title={t('renewTitle', { name: devId })}
      submitLabel={t('renew')}
      schema={RtkRenewal}
      initial={{ devId, days: 365, version }}
      onValues={(values) => setDays(values.days)}
      onSubmit={async (body) => {
        const { validUntil: end } = await renew.mutateAsync(body)
        showSuccess(t('renewed', { name: devId, date: (end ?? '').replaceAll('-', '/') }))
      }}
    >
      <FormField
        name="days"
        label={t('days')}
        extra={
          <>
            {t('renewHint')}{' '}
            <strong className="figure">
              {days ? t('renewUntil', { date: findEnd(validUntil, days) }) : ''}
            </strong>
          </>
        }
      >
        <Days />
      </FormField>
    </FormDrawer>
  )
}

type DaysProps = { id?: string; value?: number | null; onChange?: (days: number | null) => void }
const Days = ({ id, value = null, onChange }: DaysProps) => (
  <span className="flex wrap gap-8">
    <InputNumber
      {...(id ? { id } : {})}
      min={1}
      max={3660}
      precision={0}
      value={value}
      onChange={(days) => onChange?.(days)}
    />
    {usualDays.map((days) => (
      <Button
        key={days}
        type={days === value ? 'primary' : 'default'}
        ghost={days === value}
        aria-pressed={days === value}
        onClick={() => onChange?.(days)}
      >
        {formatCount(days)}
      </Button>
    ))}
  </span>
)
