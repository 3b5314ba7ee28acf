import type { DroneDetail } from '@swath/contract/fleet/drones'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area } from '../../../ui/area.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { FlightBadge } from '../../../ui/flight-badge.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { DroneParts } from '../../gear/public.ts'
import { DroneOrders } from '../../live/public.ts'
import { DroneActions } from './drone-actions.tsx'
import { DroneCredentials } from './drone-credentials.tsx'
import { Files, Pictures } from './drone-files.tsx'
import { KeptAside } from './kept-aside.tsx'
import { Activation, Alarms, Batteries, Commands, LastState, Owners } from './drone-sections.tsx'
import {
  activationLabels,
  deviceTypeLabels,
  powerLabels,
  rentalModelLabels,
  saleTypeLabels,
  shapeLabels,
} from './drone.labels.ts'
import style from './drones.module.css'

const Sum = ({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) => (
  <div className={style.sum}>
    <dt className="text-12">{label}</dt>
    <dd>
      {children}
      {unit && <span className="unit"> {formatUnit(unit)}</span>}
    </dd>
  </div>
)

type Shown = { drone: DroneDetail }

/** What the drone does, and when it was last heard. */
const Doing = ({ drone }: Shown) => {
  const { t } = useTranslation('drones')
  return (
    <div className="flex wrap gap-4-16 items-center justify-between">
      <FlightBadge flight={drone.flight} locked={drone.locked} simulated={drone.simulated} />
      <span className="muted">
        {t('lastMessage')} <TimeAgo time={drone.lastMessageAt} />
      </span>
    </div>
  )
}

/** Of all flights. */
const Totals = ({ drone }: Shown) => {
  const { t } = useTranslation('drones')
  return (
    <dl className={`grid m-0 border rounded-8 bg-raised ${style.sums}`}>
      <Sum label={t('workArea')}>
        <Area mu={drone.workArea} />
      </Sum>
      <Sum label={t('terms:sorties')}>{formatCount(drone.sortieCount)}</Sum>
      <Sum label={t('terms:flightTime')}>
        <Hours durationS={drone.flightTimeS} />
      </Sum>
      <Sum label={t('terms:sprayed')} unit="L">
        {formatNumber(drone.sprayL, 1)}
      </Sum>
      <Sum label={t('sweptArea')}>
        <Area mu={drone.sweptArea} />
      </Sum>
      <Sum label={t('terms:alarms')}>{formatCount(drone.alarmCount)}</Sum>
    </dl>
  )
}

const State = ({ drone }: Shown) => (
  <>
    <Doing drone={drone} />
    <LastState drone={drone} />
  </>
)

const Identity = ({ drone }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  return (
    <Facts>
      <Fact label={t('droneId')}>
        <code className="text-13 break-anywhere">{drone.droneId}</code>
      </Fact>
      <Fact label={t('droneName')}>{drone.droneName}</Fact>
      <Fact label={t('terms:operator')}>{drone.yyAccountName ?? t('operatorNone')}</Fact>
      <Fact label={t('tenant')}>{drone.tenantAccountName}</Fact>
      <Fact label={t('terms:manufacturer')}>{drone.zzAccountName}</Fact>
      <Fact label={t('terms:region')}>{drone.region.join(' / ') || dash}</Fact>
      <Fact label={t('terms:registrationMark')}>{drone.regMark}</Fact>
      <Fact label={t('rackNo')}>{drone.rackNo}</Fact>
      <Fact label={t('makerNumber')}>{drone.zzDroneNum}</Fact>
      <Fact label={t('buyer')}>{drone.buyer}</Fact>
      <Fact label={t('saleType')}>{t(saleTypeLabels[drone.saleType])}</Fact>
      <Fact label={t('rentalModel')}>
        {drone.rentalModel === null ? t('rentalNone') : t(rentalModelLabels[drone.rentalModel])}
      </Fact>
      <TimeFact label={t('registered')} time={drone.createdAt} />
    </Facts>
  )
}

const Machine = ({ drone }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  return (
    <Facts>
      <Fact label={t('modelName')}>{drone.modelName}</Fact>
      <Fact label={t('shape')}>
        {t(shapeLabels[drone.model.shape])} · {t(powerLabels[drone.model.power])}
      </Fact>
      <Fact label={t('tankSize')}>
        {formatNumber(drone.model.tankL, 0)} <span className="unit">{formatUnit('L')}</span>
      </Fact>
      <Fact label={t('deviceType')}>{t(deviceTypeLabels[drone.deviceType])}</Fact>
      <Fact label={t('terms:swathWidth')}>
        {formatNumber(drone.sprayWidth, 1)} <span className="unit">{formatUnit('m')}</span>
      </Fact>
      <Fact label={t('firmware')}>{drone.firmware}</Fact>
      <TimeFact label={t('lastSortie')} time={drone.lastSortieAt} />
    </Facts>
  )
}

const useDetail = (droneId: string) =>
  useQuery({ ...buildQuery('getDrone', { query: { droneId } }), refetchInterval: 10_000 })

/** The most important details, next to the list. */
export const DroneDetailView = ({ droneId }: { droneId: string }) => {
  const { t } = useTranslation('drones')
  const detail = useDetail(droneId)
  if (detail.isError && !detail.data)
    return <Failure error={detail.error} onRetry={() => void detail.refetch()} />
  const drone = detail.data
  if (!drone) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <div className="grid gap-24">
      <DroneActions drone={drone} />
      <section className={style.section}>
        <Doing drone={drone} />
        <Totals drone={drone} />
      </section>
      <section className={style.section}>
        <h2>{t('lastState')}</h2>
        <LastState drone={drone} />
      </section>
      <section className={style.section}>
        <h2>{t('identity')}</h2>
        <Identity drone={drone} />
      </section>
      <section className={style.section}>
        <h2>{t('machine')}</h2>
        <Machine drone={drone} />
        <p className="m-0 muted text-12 leading-18">
          {t('activation')}: {t(activationLabels[drone.activation])}
        </p>
      </section>
      <DroneCredentials drone={drone} />
      <section className={style.section}>
        <h2>{t('keptAside')}</h2>
        <KeptAside drone={drone} />
      </section>
      <div className={style.orders}>
        <DroneOrders droneId={droneId} droneName={drone.droneName} flight={drone.flight} />
      </div>
    </div>
  )
}

/** The sections that are looked up most; a row of all of them would be wider than the page. */
const jumps: ReadonlySet<string> = new Set([
  'state',
  'service',
  'alarms',
  'parts',
  'owners',
  'files',
])

type Part = { id: string; title: string; body: ReactNode }

/**
 * All details of one drone, on a separate page: two columns of cards, with a sticky row of links to
 * them.
 */
export const DronePage = ({ droneId }: { droneId: string }) => {
  const { t } = useTranslation('drones')
  const detail = useDetail(droneId)
  if (detail.isError && !detail.data)
    return <Failure error={detail.error} onRetry={() => void detail.refetch()} />
  const drone = detail.data
  if (!drone) return <Skeleton active paragraph={{ rows: 14 }} />
  const left: Part[] = [
    { id: 'state', title: t('lastState'), body: <State drone={drone} /> },
    { id: 'service', title: t('service'), body: <Totals drone={drone} /> },
    { id: 'activation', title: t('activation'), body: <Activation drone={drone} /> },
    { id: 'batteries', title: t('batteries'), body: <Batteries drone={drone} /> },
    { id: 'alarms', title: t('terms:alarms'), body: <Alarms drone={drone} /> },
    { id: 'commands', title: t('commands'), body: <Commands drone={drone} /> },
    { id: 'pictures', title: t('pictures'), body: <Pictures drone={drone} /> },
  ]
  const right: Part[] = [
    { id: 'identity', title: t('identity'), body: <Identity drone={drone} /> },
    { id: 'machine', title: t('machine'), body: <Machine drone={drone} /> },
    { id: 'parts', title: t('accessories:parts'), body: <DroneParts droneId={droneId} /> },
    ...(drone.owners ? [{ id: 'owners', title: t('owners'), body: <Owners drone={drone} /> }] : []),
    ...(drone.credentials
      ? [
          {
            id: 'credentials',
            title: t('credentials'),
            body: <DroneCredentials drone={drone} bare />,
          },
        ]
      : []),
    { id: 'files', title: t('files'), body: <Files drone={drone} /> },
    { id: 'kept-aside', title: t('keptAside'), body: <KeptAside drone={drone} /> },
  ]
  const column = (parts: readonly Part[]) => (
    <div className="grid gap-16 min-w-0">
      {parts.map(({ id, title, body }) => (
        <section
          key={id}
          id={id}
          className={`grid gap-12 min-w-0 card p-16-20 ${style.card}`}
          aria-labelledby={`${id}-title`}
        >
          <h2 id={`${id}-title`}>{title}</h2>
          {body}
        </section>
      ))}
    </div>
  )
  return (
    <>
      <nav className={style.subNav} aria-label={t('onThisPage')}>
        {[...left, ...right]
          .filter(({ id }) => jumps.has(id))
          .map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
      </nav>
      <div className={`grid gap-16 items-start ${style.columns}`}>
        {column(left)}
        {column(right)}
      </div>
    </>
  )
}
