import { rtkList, type RtkDevice } from '@swath/contract/gear/rtk'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import { dash, formatCount, formatNumber, formatRatio } from '../../../lib/format.ts'
import { settle } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Fact, FactGroup, Facts, TimeFact } from '../../../ui/facts.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { BindDevice, RenewDevice } from './rtk-forms.tsx'
import { useAllowDevice, useDeleteDevice } from './rtk.mutations.ts'

const tones: Readonly<Partial<Record<RtkDevice['state'], Tone>>> = {
  ended: 'bad',
  ending: 'waiting',
  good: 'good',
}

export const RtkState = ({ state }: Pick<RtkDevice, 'state'>) => {
  const { t } = useTranslation('rtk')
  return <StateTag tone={tones[state]}>{t(rtkList.columns.state.labels[state])}</StateTag>
}

export const formatEnd = (validUntil: string | null): string =>
  validUntil?.replaceAll('-', '/') ?? dash

/** Allows or blocks a device; blocking asks for confirmation. */
const useToggle = (device: RtkDevice): (() => void) => {
  const { t } = useTranslation('rtk')
  const confirm = useConfirm()
  const allow = useAllowDevice()
  const { devId: name } = device
  const run = async (): Promise<void> => {
    const { allowed } = await allow.mutateAsync(device)
    showSuccess(t(allowed ? 'isAllowed' : 'isBlocked', { name }))
  }
  return () => {
    if (!device.allowed) return void settle(run())
    confirm({ title: t('askBlock', { name }), text: t('blockEffect'), verb: t('block'), run })
  }
}

const Actions = ({ device }: { device: RtkDevice }) => {
  const { t } = useTranslation('rtk')
  const [form, setForm] = useState<'bind' | 'renew' | null>(null)
  const toggle = useToggle(device)
  const ask = useDeletion()
  const destroy = useDeleteDevice()
  const close = useCloseDetail()
  const { devId: name } = device
  const onDelete = (): void =>
    ask({
      title: t('askDelete', { name }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: () => destroy.mutateAsync(device),
      row: { list: rtkList.call, id: device.devId },
      close,
      done: t('deleted', { name }),
    })
  const onClose = (): void => setForm(null)
  return (
    <div className="flex wrap gap-8">
      <Button type="primary" onClick={() => setForm('renew')}>
        {t('renew')}
      </Button>
      <Button onClick={() => setForm('bind')}>{t('bind')}</Button>
      <Button onClick={toggle}>{t(device.allowed ? 'block' : 'allow')}</Button>
      {device.can.delete && <DeleteButton onClick={onDelete} />}
      {form === 'bind' && <BindDevice device={device} onClose={onClose} />}
      {form === 'renew' && <RenewDevice device={device} onClose={onClose} />}
    </div>
  )
}

export const RtkDetail = ({ device }: { device: RtkDevice }) => {
  const { t } = useTranslation('rtk')
  const { droneId, droneName } = device
  return (
    <div className="grid gap-20">
      {device.can.update && <Actions device={device} />}
      <FactGroup title={t('service')}>
        <Fact label={t('terms:state')}>
          <RtkState state={device.state} />
        </Fact>
        <Fact label={t('validUntil')}>
          <span className="figure">
            {device.validUntil === null ? t('neverRenewed') : formatEnd(device.validUntil)}
          </span>
        </Fact>
        <Fact label={t('qxdsk')}>{device.qxdsk}</Fact>
      </FactGroup>
      <FactGroup title={t('quality')}>
        <Fact label={t('fixRate')} hint={t('last30Days')}>
          {formatRatio(device.fixRate)}
        </Fact>
        <Fact label={t('satellites')}>{formatNumber(device.satellites, 1)}</Fact>
        <Fact label={t('terms:sorties')}>{formatCount(device.sortieNum)}</Fact>
      </FactGroup>
      <Facts>
        <Fact label={t('devId')}>{device.devId}</Fact>
        <Fact label={t('pn')}>{device.pn}</Fact>
        <Fact label={t('terms:type')}>{t(rtkList.columns.type.labels[device.type])}</Fact>
        <Fact label={t('terms:drone')}>
          {droneId !== null && (
            <Link to={`/business_manage/drone-list/${encodeURIComponent(droneId)}`}>
              {droneName ?? droneId}
            </Link>
          )}
        </Fact>
        <Fact label={t('terms:account')}>{device.accountName}</Fact>
        <TimeFact label={t('createdAt')} time={device.createdAt} />
      </Facts>
    </div>
  )
}
