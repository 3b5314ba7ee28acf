import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import type { LogSortie } from '@swath/contract/flights/flight-log-report'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  formatClock,
  formatCount,
  formatDay,
  formatDuration,
  formatNumber,
  formatUnit,
} from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Pair } from '../../../ui/facts.tsx'
import style from './flight-logs.module.css'

/** Path of a sortie in the flight history, with its track shown. */
const historyPath = (
  droneId: string,
  { sortieId, startTime, endTime }: { sortieId: string; startTime: string; endTime: string },
): string => {
  const until = new Date(Date.parse(endTime) + 1000).toISOString()
  return `/business_manage/drone-list/${encodeURIComponent(droneId)}/history?${new URLSearchParams({ startTime, endTime: until, tracks: sortieId, sortie: sortieId }).toString()}`
}

type Figured = Pick<LogSortie, 'startTime' | 'durationS' | 'distanceM' | 'sprayArea' | 'sprayL'>

const Figures = ({ sortie }: { sortie: Figured }) => {
  const { t } = useTranslation('flight-logs')
  return (
    <dl className={`grid gap-4-16 m-0 p-8-12 ${style.figures}`}>
      <Pair label={t('duration')}>{formatDuration(sortie.durationS)}</Pair>
      <Pair label={t('distance')}>
        {formatNumber(sortie.distanceM / 1000)} <span className="unit">{formatUnit('km')}</span>
      </Pair>
      <Pair label={t('covered')}>
        <Area mu={sortie.sprayArea} />
      </Pair>
      <Pair label={t('terms:sprayed')}>
        {formatNumber(sortie.sprayL, 1)} <span className="unit">{formatUnit('L')}</span>
      </Pair>
    </dl>
  )
}

const Moment = ({ time }: { time: string }) => (
  <time dateTime={time}>
    {formatDay(time)} {formatClock(time)}
  </time>
)

type Props = { log: FlightLogDetail; onShow: (index: number) => void }

/** The flights in the log; a click shows one on the map. */
export const LogSorties = ({ log, onShow }: Props) => {
  const { t } = useTranslation('flight-logs')
  return (
    <section className={style.section}>
      <h3>
        {t('flightsFound', { count: log.sorties.length, shown: formatCount(log.sorties.length) })}
      </h3>
      {log.sorties.length === 0 && <p className={style.hint}>{t('noFlight')}</p>}
      <ol className={`list-plain grid gap-12 ${style.sorties}`}>
        {log.sorties.map((sortie, index) => (
          <li key={sortie.startTime}>
            <button type="button" className={style.sortie} onClick={() => onShow(index)}>
              <Moment time={sortie.startTime} />
            </button>
            <Figures sortie={sortie} />
            {log.droneId !== null &&
              sortie.repeats.map((known) => (
                <p key={known.sortieId} className={style.repeats}>
                  {t('repeats')}{' '}
                  <Link to={historyPath(log.droneId!, known)}>
                    <Moment time={known.startTime} />
                  </Link>
                </p>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The current work records of an accepted log. */
export const LogRecords = ({ log, droneId }: { log: FlightLogDetail; droneId: string }) => {
  const { t } = useTranslation('flight-logs')
  return (
    <section className={style.section}>
      <h3>{t('records', { count: log.records.length, shown: formatCount(log.records.length) })}</h3>
      {log.isPending && (
        <p className={style.hint} role="status">
          {t('pending')}
        </p>
      )}
      {!log.isPending && log.records.length === 0 && <p className={style.hint}>{t('noRecord')}</p>}
      <ol className={`list-plain grid gap-12 ${style.sorties}`}>
        {log.records.map((record) => (
          <li key={record.sortieId}>
            <Link className={style.sortie} to={historyPath(droneId, record)}>
              <Moment time={record.startTime} />
            </Link>
            <Figures sortie={record} />
          </li>
        ))}
      </ol>
    </section>
  )
}
