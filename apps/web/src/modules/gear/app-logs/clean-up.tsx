import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Modal, Radio } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatBytes, formatCount } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { useDeleteOldLogs, useKeepLogs } from './app-logs.mutations.ts'
import style from './app-logs.module.css'

const dayMs = 86_400_000
const daysAtMost = 3650

type Props = { value: number; onChange: (days: number) => void; label: string; disabled?: boolean }
const Days = ({ value, onChange, label, disabled = false }: Props) => {
  const { t } = useTranslation('app-logs')
  return (
    <InputNumber
      min={1}
      max={daysAtMost}
      precision={0}
      value={value}
      disabled={disabled}
      suffix={t('days')}
      aria-label={label}
      onChange={(days) => onChange(days ?? 1)}
      className={style.days}
    />
  )
}

const DeleteNow = ({ openedAt }: { openedAt: number }) => {
  const { t } = useTranslation('app-logs')
  const confirm = useConfirm()
  const [days, setDays] = useState(180)
  const before = useMemo(() => new Date(openedAt - days * dayMs).toISOString(), [openedAt, days])
  const found = useQuery({
    ...buildQuery('listAppLogs', { query: { endTime: before, pageSize: '1' } }),
    ...keepShown,
  })
  const destroy = useDeleteOldLogs()
  const total = found.data?.total ?? 0
  const size = formatBytes(found.data?.stats.bytes ?? 0)
  const ask = (): void =>
    confirm({
      title: t('askDeleteOld', {
        count: total,
        shown: formatCount(total),
        days: formatCount(days),
      }),
      text: t('deleteOldEffect'),
      verb: t('terms:delete'),
      run: async () => {
        const { deleted, bytes } = await destroy.mutateAsync(before)
        showSuccess(
          t('deletedOld', {
            count: deleted,
            shown: formatCount(deleted),
            size: formatBytes(bytes),
          }),
        )
      },
    })
  return (
    <FactSection title={t('cleanNow')}>
      <div className="flex wrap gap-12 items-center">
        <span>{t('olderThan')}</span>
        <Days value={days} onChange={setDays} label={t('olderThan')} />
        <Button danger disabled={total === 0} onClick={ask}>
          {t('terms:delete')}
        </Button>
      </div>
      <p className={style.hint} role="status">
        {found.data
          ? total === 0
            ? t('wouldGoNone')
            : t('wouldGo', { count: total, shown: formatCount(total), size })
          : '…'}
      </p>
    </FactSection>
  )
}

const Keep = ({ kept }: { kept: number | null }) => {
  const { t } = useTranslation('app-logs')
  const [limits, setLimits] = useState(kept !== null)
  const [days, setDays] = useState(kept ?? 180)
  const keep = useKeepLogs()
  const wanted = limits ? days : null
  return (
    <FactSection title={t('keepTitle')}>
      <p className={style.hint}>{t('keepHint')}</p>
      <Radio.Group
        className={style.choices}
        value={limits}
        onChange={(event) => setLimits(event.target.value as boolean)}
      >
        <Radio value={false}>{t('keepOff')}</Radio>
        <Radio value={true}>{t('keepOn')}</Radio>
      </Radio.Group>
      <div className="flex wrap gap-12 items-center">
        <Days value={days} onChange={setDays} label={t('keepOn')} disabled={!limits} />
        <Button
          type="primary"
          loading={keep.isPending}
          disabled={wanted === kept}
          onClick={() => keep.mutate(wanted, { onSuccess: () => showSuccess(t('keepSaved')) })}
        >
          {t('terms:save')}
        </Button>
      </div>
    </FactSection>
  )
}

/** Deletes old logs: now, and automatically from now on. */
export const CleanUp = ({ kept, onClose }: { kept: number | null; onClose: () => void }) => {
  const { t } = useTranslation('app-logs')
  const [openedAt] = useState(Date.now)
  return (
    <Modal
      open
      centered
      width={480}
      title={t('cleanTitle')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('terms:close')}</Button>}
    >
      <div className={style.sections}>
        <DeleteNow openedAt={openedAt} />
        <Keep key={String(kept)} kept={kept} />
      </div>
    </Modal>
  )
}
