import { EnvironmentOutlined, HistoryOutlined } from '@ant-design/icons'
import type { Anomaly } from '@swath/contract/anomalies'
import { muFromM2 } from '@swath/domain/units'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { AlarmMark } from '../../ui/alarm-mark.tsx'
import { Area } from '../../ui/area.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { levelLabels, typeLabels } from './anomaly.labels.ts'
import { evidenceLines } from './evidence.ts'
import style from './anomalies.module.css'

type Props = {
  anomaly: Anomaly
  isOpen: boolean
  onOpen: () => void
  onRead: () => void
  onShow: () => void
  onHistory: (() => void) | null
}

const Evidence = ({ anomaly }: { anomaly: Anomaly }) => {
  const { t } = useTranslation('anomalies')
  const lines = evidenceLines(anomaly.evidence)
  return (
    <dl className={style.evidence}>
      <div>
        <dt>{t('at')}</dt>
        <dd>
          <Time time={anomaly.recordTime} />
        </dd>
      </div>
      {lines.map((line) => (
        <div key={line.label}>
          <dt>{t(line.label)}</dt>
          <dd>
            {'areaM2' in line ? (
              <Area mu={muFromM2(line.areaM2)} />
            ) : (
              <span className="figure">
                {line.text}
                {line.unit && <span className="unit"> {line.unit}</span>}
              </span>
            )}
          </dd>
        </div>
      ))}
      {anomaly.oprName && (
        <div>
          <dt>{t('terms:pilot')}</dt>
          <dd>{anomaly.oprName}</dd>
        </div>
      )}
      {anomaly.yyAccountName && (
        <div>
          <dt>{t('terms:operator')}</dt>
          <dd>{anomaly.yyAccountName}</dd>
        </div>
      )}
      <div>
        <dt>{t('terms:serialNumber')}</dt>
        <dd>{anomaly.droneId}</dd>
      </div>
      <div>
        <dt>{t('position')}</dt>
        <dd className="figure">
          {anomaly.lng.toFixed(5)}°, {anomaly.lat.toFixed(5)}°
        </dd>
      </div>
    </dl>
  )
}

export const AnomalyItem = ({ anomaly, isOpen, onOpen, onRead, onShow, onHistory }: Props) => {
  const { t } = useTranslation('anomalies')
  return (
    <li className={style.item} data-unread={!anomaly.read} data-open={isOpen}>
      <button type="button" className={style.head} aria-expanded={isOpen} onClick={onOpen}>
        <AlarmMark level={anomaly.level} title={t(levelLabels[anomaly.level])} />
        <span className={style.what}>
          <strong>{t(typeLabels[anomaly.oddType])}</strong>
          {anomaly.noflyName && <span className={style.zone}>{anomaly.noflyName}</span>}
          <span className={style.where}>
            {anomaly.droneName} · {anomaly.region.slice(-2).join(' / ')}
          </span>
        </span>
        <span className={style.when}>
          <TimeAgo time={anomaly.recordTime} />
          {!anomaly.read && (
            <span className={style.dot}>
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
        </span>
      </button>
      {anomaly.replayed && (
        <Tag className={style.replayed} title={t('replayedHint')}>
          {t('replayed')}
        </Tag>
      )}
      {isOpen && (
        <div className={style.more}>
          <Evidence anomaly={anomaly} />
          <div className={style.actions}>
            <Button size="small" icon={<EnvironmentOutlined aria-hidden />} onClick={onShow}>
              {t('terms:showOnTheMap')}
            </Button>
            {onHistory && (
              <Button size="small" icon={<HistoryOutlined aria-hidden />} onClick={onHistory}>
                {t('history')}
              </Button>
            )}
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
