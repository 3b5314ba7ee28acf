import { formatPlace } from '../../../lib/format.ts'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import { useTranslation } from 'react-i18next'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { levelLabels } from './anomaly.labels.ts'
import style from './alarm-rows.module.css'

type Props = {
  alarms: readonly RecentAlarm[]
  selectedId: string | null
  onSelect: (alarm: RecentAlarm) => void
}

/** Alarms as rows next to the map; a click shows one on the map. */
export const AlarmRows = ({ alarms, selectedId, onSelect }: Props) => {
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  return (
    <ul className={`list-plain h-full ${style.rows}`} aria-label={t('terms:alarms')}>
      {alarms.map((alarm) => (
        <li key={alarm.anomalyId}>
          <button
            type="button"
            className={style.row}
            data-read={alarm.read}
            aria-current={alarm.anomalyId === selectedId ? 'true' : undefined}
            onClick={() => onSelect(alarm)}
          >
            <AlarmMark level={alarm.level} title={t(levelLabels[alarm.level])} />
            <span className={`semibold truncate ${style.what}`}>{toTitle(alarm)}</span>
            <span className="muted text-12 nowrap">
              <TimeAgo time={alarm.recordTime} />
            </span>
            <span className={`truncate ${style.where}`}>
              {alarm.droneName}
              {alarm.region.length > 0 && ` · ${formatPlace(alarm.region)}`}
            </span>
            {!alarm.read && <span className="sr-only">{t('unread')}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
