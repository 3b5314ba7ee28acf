import type { AlarmFigures } from '@swath/contract/alarm-desk'
import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatDuration } from '../../lib/format.ts'
import { buildQuery } from '../../lib/query.ts'
import { AlarmMark } from '../../ui/alarm-mark.tsx'
import { Failure } from '../../ui/empty.tsx'
import { levelLabels } from './anomaly.labels.ts'
import style from './alarm-desk.module.css'

const periodsDays = [7, 30, 90] as const
const dayMs = 86_400_000

const Lasted = ({ seconds }: { seconds: number | null }) => (
  <td className="figure">{seconds === null ? dash : formatDuration(Math.round(seconds))}</td>
)

const Row = ({ figures }: { figures: AlarmFigures }) => {
  const { t } = useTranslation('anomalies')
  return (
    <tr>
      <th scope="row">
        <AlarmMark level={figures.level} title={t(levelLabels[figures.level])} />{' '}
        {t(levelLabels[figures.level])}
      </th>
      <td className="figure">{formatCount(figures.raised)}</td>
      <td className="figure">{formatCount(figures.acknowledged)}</td>
      <Lasted seconds={figures.acknowledgeMedianS} />
      <Lasted seconds={figures.acknowledgeP90S} />
      <td className="figure">{formatCount(figures.closed)}</td>
      <Lasted seconds={figures.closeMedianS} />
      <Lasted seconds={figures.closeP90S} />
    </tr>
  )
}

const FiguresTable = ({ levels }: { levels: readonly AlarmFigures[] }) => {
  const { t } = useTranslation('anomalies')
  return (
    <div className={style.figures} tabIndex={0} role="group" aria-label={t('figures')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('level')}</th>
            <th scope="col">{t('raised')}</th>
            <th scope="col">{t('stateAcknowledged')}</th>
            <th scope="col">{t('takenUpHalf')}</th>
            <th scope="col">{t('takenUpMost')}</th>
            <th scope="col">{t('stateClosed')}</th>
            <th scope="col">{t('closedHalf')}</th>
            <th scope="col">{t('closedMost')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((figures) => (
            <Row key={figures.level} figures={figures} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** To the minute, so that the same question is not asked anew at each drawing. */
const since = (days: number): string =>
  new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * dayMs).toISOString()

/** How long alarms waited for somebody, and for their end. */
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
      width={860}
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
      <p className={style.note}>{t('figuresNote')}</p>
    </Modal>
  )
}
