import type { AlarmFigures } from '@swath/contract/alarms/alarm-desk'
import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatDuration } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { levelLabels } from './anomaly.labels.ts'
import style from './alarm-desk.module.css'

const periodsDays = [7, 30, 90] as const
const dayMs = 86_400_000

const lasted = (seconds: number | null): string =>
  seconds === null ? dash : formatDuration(Math.round(seconds))

/** One below the other, so that a telephone shows all of them for all levels. */
const lines: readonly (readonly [label: string, read: (figures: AlarmFigures) => string])[] = [
  ['anomalies:raised', ({ raised }) => formatCount(raised)],
  ['anomalies:stateAcknowledged', ({ acknowledged }) => formatCount(acknowledged)],
  ['anomalies:takenUpHalf', ({ acknowledgeMedianS }) => lasted(acknowledgeMedianS)],
  ['anomalies:takenUpMost', ({ acknowledgeP90S }) => lasted(acknowledgeP90S)],
  ['anomalies:stateClosed', ({ closed }) => formatCount(closed)],
  ['anomalies:closedHalf', ({ closeMedianS }) => lasted(closeMedianS)],
  ['anomalies:closedMost', ({ closeP90S }) => lasted(closeP90S)],
]

const FiguresTable = ({ levels }: { levels: readonly AlarmFigures[] }) => {
  const { t } = useTranslation('anomalies')
  return (
    <table className={style.figures} aria-label={t('figures')}>
      <thead>
        <tr>
          <td />
          {levels.map(({ level }) => (
            <th key={level} scope="col">
              <AlarmMark level={level} title={t(levelLabels[level])} /> {t(levelLabels[level])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, read]) => (
          <tr key={label}>
            <th scope="row">{t(label)}</th>
            {levels.map((figures) => (
              <td key={figures.level} className="figure">
                {read(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** To the minute, so that rendering does not repeat the request. */
const since = (days: number): string =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * dayMs).toISOString()

/** Response times: how long alarms waited to be acknowledged, and to be resolved. */
export const AlarmFiguresDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('anomalies')
  const [days, setDays] = useState<number>(30)
  const asked = useQuery({
    ...buildQuery('getAlarmFigures', { query: { startTime: since(days) } }),
    enabled: open,
  })
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={t('figures')}
      footer={null}
      width={640}
      centered
      destroyOnHidden
    >
      <Segmented
        value={days}
        aria-label={t('period')}
        options={periodsDays.map((value) => ({ value, label: t('lastDays', { count: value }) }))}
        onChange={setDays}
      />
      {asked.data ? (
        <FiguresTable levels={asked.data.levels} />
      ) : asked.isError ? (
        <Failure error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      <p className="m-0 muted text-12">{t('figuresNote')}</p>
    </Modal>
  )
}
