import { ExclamationCircleOutlined, InfoCircleOutlined } from '@ant-design/icons'
import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { logPath } from './log.labels.ts'
import style from './flight-logs.module.css'

/** Whether every point of every flight is already stored. */
export const isKnown = (log: FlightLogDetail): boolean =>
  log.sorties.length > 0 &&
  log.sorties.every(({ knownPoints, pointCount }) => knownPoints >= pointCount)

type Props = { kind: 'warning' | 'info'; title: ReactNode; text?: string }
const Notice = ({ kind, title, text }: Props) => (
  <div className={`grid rounded-8 text-13 leading-normal p-8-12 ${style.notice}`} data-kind={kind}>
    {kind === 'warning' ? (
      <ExclamationCircleOutlined aria-hidden />
    ) : (
      <InfoCircleOutlined aria-hidden />
    )}
    <strong className="semibold">{title}</strong>
    {text && <p>{text}</p>}
  </div>
)

/** Notes to read before accepting. */
export const LogNotices = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const known = log.sorties.reduce((sum, sortie) => sum + sortie.knownPoints, 0)
  const all = log.sorties.reduce((sum, sortie) => sum + sortie.pointCount, 0)
  const { impossible_jump: jumps = 0, identity_conflict: doubles = 0 } = log.rejected
  const aside = jumps + doubles
  const repeats = log.sorties.filter((sortie) => sortie.repeats.length > 0).length
  return (
    <div className={style.notices} role="status">
      {log.sameFile && (
        <Notice
          kind="warning"
          title={
            <>
              {t('sameFile', { day: formatDay(log.sameFile.createdAt) })}{' '}
              <Link to={logPath(log.sameFile.logId)}>{log.sameFile.fileName}</Link>
            </>
          }
        />
      )}
      {aside > 0 && (
        <Notice
          kind="warning"
          title={t('setAside', { shown: formatCount(aside), all: formatCount(log.pointCount) })}
          text={t('setAsideEffect')}
        />
      )}
      {log.displacedPoints > 0 && (
        <Notice
          kind="warning"
          title={t('displaced', { shown: formatCount(log.displacedPoints) })}
          text={t('displacedEffect')}
        />
      )}
      {isKnown(log) ? (
        <Notice kind="warning" title={t('known')} text={t('knownEffect')} />
      ) : known > 0 ? (
        <Notice
          kind="info"
          title={t('knownPart', { known: formatCount(known), all: formatCount(all) })}
          text={t('knownPartEffect')}
        />
      ) : (
        repeats > 0 && (
          <Notice
            kind="info"
            title={t('overlaps', { count: repeats, shown: formatCount(repeats) })}
            text={t('overlapsEffect')}
          />
        )
      )}
      {log.isOld && log.endTime && (
        <Notice kind="info" title={t('old', { day: formatDay(log.endTime) })} />
      )}
    </div>
  )
}
