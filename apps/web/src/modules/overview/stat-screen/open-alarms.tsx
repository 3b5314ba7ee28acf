import { CheckCircleOutlined } from '@ant-design/icons'
import { alarmPath } from '@swath/contract/alarms/alarm-path'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Screen } from '@swath/domain/access/screens'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { useLiveEvent } from '../../../lib/live/live.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { headlineEveryMs } from './stat-screen-clock.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { AgeStamp } from './stat-screen-panel.tsx'
import style from './open-alarms.module.css'

/** Alarms within this time are fetched together. */
const gatherMs = 1000

/** Unresolved alarms, fetched again when one arrives or changes. */
const useUnresolved = () => {
  const answer = useStatScreenQuery('listRecentAlarms', { query: {} }, headlineEveryMs)
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(gathering.current), [])
  const gather = (): void => {
    gathering.current ??= setTimeout(() => {
      gathering.current = undefined
      answer.load()
    }, gatherMs)
  }
  useLiveEvent('anomaly', gather)
  useLiveEvent('alarmsChanged', gather)
  return answer
}

/** Those that nobody has acknowledged first, each newest first. */
const pickNamed = (items: readonly RecentAlarm[], atMost: number): readonly RecentAlarm[] =>
  items
    .filter(({ level }) => level === 1)
    .toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open'))
    .slice(0, atMost)

const Alarm = ({ alarm, path }: { alarm: RecentAlarm; path: string }) => {
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  const { droneName, region, state, recordTime } = alarm
  return (
    <Link to={path} className={style.alarm}>
      <span className="truncate semibold">{toTitle(alarm)}</span>
      <span className={style.ago}>
        <TimeAgo time={recordTime} />
      </span>
      <span className={`truncate ${style.where}`}>
        {[droneName, region.slice(-2).join(' / ')].filter((part) => part !== '').join(' · ')}
      </span>
      {state === 'acknowledged' && <span className={style.ago}>{t('stateAcknowledged')}</span>}
    </Link>
  )
}

type Props = { atMost: number }

const Strip = ({ atMost, screens }: Props & { screens: readonly Screen[] }) => {
  const { t } = useTranslation('workbench')
  const answer = useUnresolved()
  const count = answer.data?.levels.find(({ level }) => level === 1)?.count
  const label = t('lines.alarms-1', { count: count ?? 0 })
  const isOutdated = answer.hasFailed && <AgeStamp {...answer} />
  return (
    <section className={style.strip} data-some={(count ?? 0) > 0} aria-label={label}>
      {count === 0 ? (
        <p className={style.none}>
          <CheckCircleOutlined aria-hidden /> {t('stat-screen:noCriticalAlarms')}
        </p>
      ) : (
        count !== undefined && (
          <>
            <Link to={alarmPath(screens, null)} className={style.count}>
              <AlarmMark level={1} title="" />
              <b>{formatCount(count)}</b> <span>{label}</span>
            </Link>
            <ul>
              {pickNamed(answer.data?.items ?? [], atMost).map((alarm) => (
                <li key={alarm.anomalyId}>
                  <Alarm alarm={alarm} path={alarmPath(screens, alarm)} />
                </li>
              ))}
            </ul>
          </>
        )
      )}
      {isOutdated}
    </section>
  )
}

/** Unresolved level-1 alarms: their number and some of them; nothing for people without alarms. */
export const OpenAlarms = ({ atMost }: Props) => {
  const { findPath } = useOwnScreens()
  const screens = (['bulletin-list', 'monitor'] as const).filter((one) => findPath(one))
  return screens.length === 0 ? null : <Strip atMost={atMost} screens={screens} />
}
