import { formatPlace } from '../../../lib/format.ts'
import { EnvironmentOutlined, HistoryOutlined } from '@ant-design/icons'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { levelLabels } from './anomaly.labels.ts'
import { Evidence } from './alarm-evidence.tsx'
import { DeskLink } from './desk-link.tsx'
import style from './anomalies.module.css'

type Props = {
  anomaly: Anomaly
  isOpen: boolean
  onOpen: () => void
  onRead: () => void
  onShow: (() => void) | null
  onHistory: (() => void) | null
  /** Close the drawer before opening another. */
  onLeave: () => void
}

export const AnomalyItem = (props: Props) => {
  const { anomaly, isOpen, onOpen, onRead, onShow, onHistory, onLeave } = props
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  return (
    <li
      className={`relative border-b ${style.item}`}
      data-unread={!anomaly.read}
      data-open={isOpen}
    >
      <div className={style.line}>
        <button type="button" className={style.head} aria-expanded={isOpen} onClick={onOpen}>
          <AlarmMark level={anomaly.level} title={t(levelLabels[anomaly.level])} />
          <span className={`grid min-w-0 leading-20 ${style.what}`}>
            <strong className="regular">{toTitle(anomaly)}</strong>
            <span className="muted text-12 truncate">
              {anomaly.droneName} · {formatPlace(anomaly.region)}
            </span>
          </span>
          <span className={`grid gap-6 muted text-12 ${style.when}`}>
            <TimeAgo time={anomaly.recordTime} />
            {!anomaly.read && (
              <span className={style.dot}>
                <span className="sr-only">{t('unread')}</span>
              </span>
            )}
          </span>
        </button>
        {onShow && (
          <Button
            type="text"
            className="flex-none"
            icon={<EnvironmentOutlined aria-hidden />}
            title={t('terms:showOnTheMap')}
            aria-label={t('terms:showOnTheMap')}
            onClick={onShow}
          />
        )}
      </div>
      {anomaly.replayed && (
        <Tag className={style.replayed} title={t('replayedHint')}>
          {t('replayed')}
        </Tag>
      )}
      {isOpen && (
        <div className={style.more}>
          <Evidence anomaly={anomaly} />
          <div className="flex wrap gap-8">
            {onHistory && (
              <Button size="small" icon={<HistoryOutlined aria-hidden />} onClick={onHistory}>
                {t('history')}
              </Button>
            )}
            <DeskLink anomalyId={anomaly.anomalyId} onLeave={onLeave} />
            {!anomaly.read && (
              <Button size="small" type="link" onClick={onRead}>
                {t('markRead')}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}
