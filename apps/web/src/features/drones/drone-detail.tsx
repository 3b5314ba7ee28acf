import type { DroneDetail } from '@swath/contract/drones'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatHours, formatNumber } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Area } from '../../ui/area.tsx'
import { Failure } from '../../ui/empty.tsx'
import { FlightBadge } from '../../ui/flight-badge.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { DroneCredentials } from './drone-credentials.tsx'
import { activationWords, deviceTypeWords, reasonWord, rentalModelWords, saleTypeWords } from './drone-words.ts'
import style from './drones.module.css'

const Row = ({ label, children }: { label: string; children: ReactNode }) => <div className={style.row}><dt>{label}</dt><dd>{children}</dd></div>

const Sum = ({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) => (
  <div className={style.sum}><dt>{label}</dt><dd>{children}{unit && <span className="unit"> {unit}</span>}</dd></div>
)

const KeptAside = ({ drone }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  return (
    <section className={style.section}>
      <h3>{t('keptAside')}</h3>
      {drone.quarantine.length === 0
        ? <p className={style.hint}>{t('keptAsideNone')}</p>
        : (
          <>
            <p className={style.hint}>{t('keptAsideHint')}</p>
            <table className={style.table}>
              <thead><tr><th scope="col">{t('reason')}</th><th scope="col" className={style.number}>{t('count')}</th><th scope="col" className={style.number}>{t('last')}</th></tr></thead>
              <tbody>
                {drone.quarantine.map(({ reason, count, lastAt }) => (
                  <tr key={reason}><td>{t(reasonWord(reason))}</td><td className={style.number}>{formatCount(count)}</td><td className={style.number}><TimeAgo time={lastAt} /></td></tr>
                ))}
              </tbody>
            </table>
          </>
        )}
    </section>
  )
}

/** Everything known of one drone; `wide` lays the sections side by side, for a page of its own. */
export const DroneDetailView = ({ droneId, wide = false }: { droneId: string; wide?: boolean }) => {
  const { t } = useTranslation('drones')
  const detail = useQuery({ ...queryOf('getDrone', { query: { droneId } }), refetchInterval: 10_000 })
  if (detail.isError && !detail.data) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />
  const drone = detail.data
  if (!drone) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <div className={wide ? style.wide : style.detail}>
      <section className={style.section}>
        <div className={style.state}>
          <FlightBadge flight={drone.flight} locked={drone.locked} />
          <span className={style.age}>{t('lastMessage')} <TimeAgo time={drone.lastMessageAt} /></span>
        </div>
        <dl className={style.sums}>
          <Sum label={t('workArea')}><Area mu={drone.workArea} /></Sum>
          <Sum label={t('sorties')}>{formatCount(drone.sortieCount)}</Sum>
          <Sum label={t('flightTime')} unit="h">{formatHours(drone.flightTimeS)}</Sum>
          <Sum label={t('litres')} unit="L">{formatNumber(drone.sprayL, 1)}</Sum>
        </dl>
      </section>
      <section className={`${style.section} ${style.identity}`}>
        <h3>{t('identity')}</h3>
        <dl className={style.rows}>
          <Row label={t('droneId')}><code className={style.code}>{drone.droneId}</code></Row>
          <Row label={t('droneName')}>{drone.droneName}</Row>
          <Row label={t('modelName')}>{drone.modelName}</Row>
          <Row label={t('manufacturer')}>{drone.zzAccountName}</Row>
          <Row label={t('operator')}>{drone.yyAccountName ?? t('operatorNone')}</Row>
          {drone.tenantAccountName && <Row label={t('tenant')}>{drone.tenantAccountName}</Row>}
          <Row label={t('region')}>{drone.region.join(' / ') || dash}</Row>
          <Row label={t('activation')}>{t(activationWords[drone.activation])}</Row>
          <Row label={t('deviceType')}>{t(deviceTypeWords[drone.deviceType])}</Row>
          <Row label={t('sprayWidth')}>{formatNumber(drone.sprayWidth, 1)} <span className="unit">m</span></Row>
          <Row label={t('firmware')}>{drone.firmware ?? dash}</Row>
          <Row label={t('saleType')}>{t(saleTypeWords[drone.saleType])}{drone.rentalModel !== null && ` · ${t(rentalModelWords[drone.rentalModel])}`}</Row>
          {drone.buyer && <Row label={t('buyer')}>{drone.buyer}</Row>}
          {drone.regMark && <Row label={t('regMark')}>{drone.regMark}</Row>}
          {drone.rackNo && <Row label={t('rackNo')}>{drone.rackNo}</Row>}
          {drone.zzDroneNum && <Row label={t('makerNumber')}>{drone.zzDroneNum}</Row>}
          <Row label={t('lastSortie')}><Time time={drone.lastSortieAt} /></Row>
          <Row label={t('registered')}><Time time={drone.createdAt} /></Row>
        </dl>
      </section>
      <DroneCredentials drone={drone} />
      <KeptAside drone={drone} />
    </div>
  )
}
