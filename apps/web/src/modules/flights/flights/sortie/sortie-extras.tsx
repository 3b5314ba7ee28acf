import type { FlightAlarm } from '@swath/contract/flights/flights'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatClock, formatNumber } from '../../../../lib/format.ts'
import { buildQuery } from '../../../../lib/query.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { MapLink } from '../../../../ui/map-link.tsx'
import { DeskSign } from '../../../alarms/public.ts'
import { SortieFiles, SortiePictures } from '../../../fleet/public.ts'
import { useAlarmTitle } from '../../../../ui/alarm-title.ts'
import style from './sortie-record.module.css'

type SortieAlarmsProps = {
  droneId: string
  alarms: readonly FlightAlarm[]
  onOpen: (alarm: FlightAlarm) => void
}

/** Alarms of the flight; a click shows one on the map. */
export const SortieAlarms = ({ droneId, alarms, onOpen }: SortieAlarmsProps) => {
  const { t } = useTranslation('flights')
  const toTitle = useAlarmTitle()
  if (alarms.length === 0) return null
  return (
    <ul
      className={`grid gap-4 m-0 rounded-8 bg-warning p-8-12 ${style.anomalies}`}
      aria-label={t('alarms')}
    >
      {alarms.map((alarm) => (
        <li className="flex gap-8 items-center" key={alarm.anomalyId}>
          <button type="button" onClick={() => onOpen(alarm)} title={t('showPlace')}>
            <AlarmMark level={alarm.level} title={t('alarmLevel', { level: alarm.level })} />
            <span>{toTitle(alarm)}</span>
            <small>
              <time dateTime={alarm.recordTime}>{formatClock(alarm.recordTime)}</time> ·{' '}
              {alarm.lat.toFixed(5)}, {alarm.lng.toFixed(5)}
            </small>
          </button>
          <MapLink droneId={droneId} alarmId={alarm.anomalyId} />
          <DeskSign anomalyId={alarm.anomalyId} />
        </li>
      ))}
    </ul>
  )
}

const Batteries = ({ droneId, sortieId }: Props) => {
  const { t } = useTranslation('flights')
  const battery = useQuery({
    ...buildQuery('getBattery', { query: { droneId, sortieId } }),
    staleTime: 60_000,
  })
  const items = battery.data?.items
  if (!items) return null
  return (
    <section className={style.extra}>
      <h3>{t('battery')}</h3>
      {items.length === 0 ? (
        <p>{t('noBattery')}</p>
      ) : (
        <dl className={style.rows}>
          {items.map(({ number, startPercent, endPercent, usedPercent, startTime, endTime }) => (
            <div key={number}>
              <dt>
                {items.length > 1 && `${number} · `}
                {formatClock(startTime)}–{formatClock(endTime)}
              </dt>
              <dd>
                {formatNumber(startPercent, 0)} → {formatNumber(endPercent, 0)}
                <span className="unit">%</span> (
                {t('batteryUsed', { percent: formatNumber(usedPercent, 0) })})
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

type Props = { droneId: string; sortieId: string }

/** What a sortie has in addition to its record: batteries, pictures and documents. */
export const SortieExtras = ({ droneId, sortieId }: Props) => {
  const { t } = useTranslation('flights')
  return (
    <>
      <Batteries droneId={droneId} sortieId={sortieId} />
      <section className={style.extra}>
        <h3>{t('pictures')}</h3>
        <SortiePictures droneId={droneId} sortieId={sortieId} />
      </section>
      <section className={style.extra}>
        <h3>{t('papers')}</h3>
        <SortieFiles droneId={droneId} sortieId={sortieId} />
      </section>
    </>
  )
}
