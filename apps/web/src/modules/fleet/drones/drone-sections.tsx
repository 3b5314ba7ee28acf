import { activationCodes, toActivation } from '@swath/contract/gear/activation-codes'
import { CheckOutlined } from '@ant-design/icons'
import type { DroneDetail } from '@swath/contract/fleet/drones'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { dash, formatAgo, formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { MapLink } from '../../../ui/map-link.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { DeskSign } from '../../alarms/public.ts'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { commandLabels, stateLabels } from '../../live/public.ts'
import { activationLabels } from './drone.labels.ts'
import style from './drone-sections.module.css'

type Props = { drone: DroneDetail }

const levelLabels = { 1: 'drones:alarmLevel1', 2: 'terms:level2', 3: 'terms:level3' } as const

/** Shown while a section loads by its own call. */
const Waiting = () => <Skeleton active title={false} paragraph={{ rows: 3 }} />

type MeasureProps = { label: string; unit?: string; children: ReactNode }
const Measure = ({ label, unit, children }: MeasureProps) => (
  <div className={style.measure}>
    <dt className="text-12">{label}</dt>
    <dd className="text-16 semibold tabular">
      {children}
      {unit && children !== dash && <span className="unit"> {formatUnit(unit)}</span>}
    </dd>
  </div>
)

/** Whether the drone has the current no-fly zones of its surroundings. */
const ZonesHeld = ({ zones }: Pick<DroneDetail, 'zones'>) => {
  const { t } = useTranslation('drones')
  const ago = (time: string): string => formatAgo(time, Date.now())
  return (
    <p className={`flex wrap m-0 border-t muted ${style.place}`}>
      <span>{t('zones')}</span>
      <span className={zones?.behindSince ? 'danger medium' : 'm-0 muted'}>
        {zones === null
          ? t('zonesNever')
          : zones.behindSince === null
            ? t('zonesCurrent', { ago: ago(zones.acknowledgedAt) })
            : t('zonesBehind', { ago: ago(zones.behindSince) })}
      </span>
    </p>
  )
}

export const LastState = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  const { state } = drone
  if (!state) return <p className="m-0 muted">{t('neverHeard')}</p>
  const degrees = (value: number): string => formatNumber(value, 5)
  // A drone on the ground has no speed, even if its last point in the air had one.
  const flies = drone.flight === 'flying' || drone.flight === 'spraying'
  const inAir = (value: number | null): number | null => (flies ? value : null)
  return (
    <>
      <dl className={style.measures}>
        <Measure label={t('terms:height')} unit="m">
          {formatNumber(inAir(state.height), 1)}
        </Measure>
        <Measure label={t('terms:speed')} unit="m/s">
          {formatNumber(inAir(state.speed), 1)}
        </Measure>
        <Measure label={t('heading')} unit="°">
          {formatNumber(state.heading, 0)}
        </Measure>
        <Measure label={t('terms:tank')} unit="L">
          {formatNumber(state.tankL, 1)}
        </Measure>
        <Measure label={t('terms:battery')} unit="%">
          {formatNumber(state.battery, 0)}
        </Measure>
        <Measure label={t('terms:link')} unit="%">
          {formatNumber(state.link, 0)}
        </Measure>
      </dl>
      <p className={`flex wrap m-0 border-t muted ${style.place}`}>
        {state.lng !== null && state.lat !== null ? (
          <span className="figure">
            {degrees(state.lat)}, {degrees(state.lng)}
          </span>
        ) : (
          dash
        )}
        {state.region.length > 0 && <span>{state.region.join(' / ')}</span>}
        <TimeAgo time={state.recordTime} />
        <MapLink droneId={drone.droneId} withWord />
      </p>
      <ZonesHeld zones={drone.zones} />
    </>
  )
}

/** The activation states 0 to 1 to 2, with person and time. */
export const Activation = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  const change = useChange({
    run: (activation: 'debugging' | 'unactivated') =>
      call('setActivation', {
        params: { droneId: drone.droneId },
        body: { activation: activationCodes[activation], version: drone.version },
      }),
    outdated: ['getDrone', 'listDrones'],
  })
  const steps = [
    { at: drone.createdAt, who: null, hint: t('stepRegistered') },
    { at: drone.releasedAt, who: drone.releasedBy, hint: t('stepReleased') },
    {
      at: drone.activatedAt,
      who: toActivation(drone.activation) === 'activated' ? t('stepByItself') : null,
      hint: t('stepActivated'),
    },
  ] as const
  return (
    <>
      <ol className={`list-plain grid ${style.steps}`}>
        {steps.map(({ at, who, hint }, index) => {
          const isDone = drone.activation >= index
          return (
            <li
              key={index}
              data-done={isDone}
              aria-current={drone.activation === index ? 'step' : undefined}
            >
              <span className={style.dot}>{isDone ? <CheckOutlined aria-hidden /> : index}</span>
              <strong className="medium">{t(activationLabels[index as 0 | 1 | 2])}</strong>
              <span>{isDone ? at ? <Time time={at} /> : dash : hint}</span>
              {isDone && who && <span>{who}</span>}
            </li>
          )
        })}
      </ol>
      {drone.can.editAsManufacturer && drone.activation < 2 && (
        <p className="flex wrap gap-4-12 items-center m-0 muted text-13">
          {drone.activation === 0 ? (
            <Button
              size="small"
              type="primary"
              loading={change.isPending}
              onClick={() => change.mutate('unactivated')}
            >
              {t('release')}
            </Button>
          ) : (
            <Button
              size="small"
              loading={change.isPending}
              onClick={() => change.mutate('debugging')}
            >
              {t('backToSetup')}
            </Button>
          )}
          <span>{drone.activation === 0 ? t('releaseHint') : t('backToSetupHint')}</span>
        </p>
      )}
    </>
  )
}

/** Battery data of the last flight. Drones do not report serial numbers or cycles. */
export const Batteries = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  const { droneId, lastSortieId } = drone
  const batteries = useQuery({
    ...buildQuery('getBattery', { query: { droneId, sortieId: lastSortieId ?? '' } }),
    enabled: lastSortieId !== null,
  })
  const items = batteries.data?.items ?? []
  if (lastSortieId !== null && batteries.isPending) return <Waiting />
  if (items.length === 0) return <p className="m-0 muted">{t('batteriesNone')}</p>
  return (
    <>
      <ul className="list-plain grid gap-16">
        {items.map((one) => (
          <li key={one.number}>
            <div className="flex gap-8 justify-between">
              <strong className="medium">{t('batteryNumber', { number: one.number })}</strong>
              <span className="figure">
                {formatNumber(one.startPercent, 0)} → {formatNumber(one.endPercent, 0)}%
              </span>
            </div>
            <Progress
              percent={Math.round(one.endPercent)}
              success={{ percent: 0 }}
              size="small"
              showInfo={false}
              aria-label={t('batteryLeft', { number: one.number })}
            />
            <dl className={`grid gap-4-16 m-0 text-13 ${style.pairs}`}>
              <Pair label={t('batteryUsed')}>{formatNumber(one.usedPercent, 0)}%</Pair>
              <Pair label={t('batteryLowest')}>{formatNumber(one.lowestPercent, 0)}%</Pair>
              <Pair label={t('batterySerial')}>{dash}</Pair>
              <Pair label={t('batteryCycles')}>{dash}</Pair>
            </dl>
          </li>
        ))}
      </ul>
      <p className="m-0 muted">{t('batteryHint')}</p>
    </>
  )
}

/** Owners over time, the present one first. */
export const Owners = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  if (drone.owners === null) return null
  return (
    <ol className={`list-plain grid ${style.owners}`}>
      {drone.owners.map((one, index) => (
        <li key={one.startTime} aria-current={index === 0 ? 'true' : undefined}>
          <strong className="ink text-14 medium">
            {one.yyAccountName ?? t('ownerMaker', { name: one.zzAccountName })}
          </strong>
          <span className="tabular">
            <Time time={one.startTime} seconds /> –{' '}
            {one.endTime ? <Time time={one.endTime} seconds /> : t('today')}
          </span>
          {one.yyAccountName && (
            <span>
              {t('terms:manufacturer')}: {one.zzAccountName}
            </span>
          )}
          {one.changedBy && <span>{t('handedOnBy', { name: one.changedBy })}</span>}
        </li>
      ))}
    </ol>
  )
}

/** The newest alarms of its flights. */
export const Alarms = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  const toTitle = useAlarmTitle()
  const alarms = useQuery(
    buildQuery('listAnomalies', { query: { droneId: drone.droneId, pageSize: '20' } }),
  )
  // The filter also matches parts of serial numbers.
  const items =
    alarms.data?.items.filter(({ droneId }) => droneId === drone.droneId).slice(0, 6) ?? []
  if (drone.alarmCount > 0 && alarms.isPending) return <Waiting />
  if (items.length === 0) return <p className="m-0 muted">{t('alarmsNone')}</p>
  return (
    <>
      <ul className={`list-plain grid ${style.lines}`}>
        {items.map((one) => (
          <li key={one.anomalyId}>
            <AlarmMark level={one.level} title={t(levelLabels[one.level])} />
            <Link
              to={`/business_manage/drone-list/${encodeURIComponent(drone.droneId)}/history?tracks=${one.sortieId}&sortie=${one.sortieId}`}
            >
              {toTitle(one)}
            </Link>
            <span>{one.region.at(-1)}</span>
            <span>
              <TimeAgo time={one.recordTime} />{' '}
              <MapLink droneId={drone.droneId} alarmId={one.anomalyId} />{' '}
              <DeskSign anomalyId={one.anomalyId} />
            </span>
          </li>
        ))}
      </ul>
      {drone.alarmCount > items.length && (
        <p className="m-0 muted">
          {t('alarmsMore', {
            shown: formatCount(items.length),
            all: formatCount(drone.alarmCount),
          })}
        </p>
      )}
    </>
  )
}

/** The last commands sent to it, with their results. */
export const Commands = ({ drone }: Props) => {
  const { t } = useTranslation('drones')
  const commands = useQuery({
    ...buildQuery('listCommands', { query: { droneId: drone.droneId, pageSize: '6' } }),
    refetchInterval: 15_000,
  })
  const control = useOwnScreens().findPath('flight-control')
  const isAirborne = drone.flight === 'flying' || drone.flight === 'spraying'
  if (commands.isPending) return <Waiting />
  return (
    <>
      {commands.data?.items.length === 0 && <p className="m-0 muted">{t('commandsNone')}</p>}
      <ul className={`list-plain grid ${style.lines}`}>
        {commands.data?.items.map((one) => (
          <li key={one.commandId}>
            <strong className="medium">{t(commandLabels[one.type])}</strong>
            <span>
              {t(stateLabels[one.state])}
              {one.type === 'lock' &&
                one.state === 'sent' &&
                isAirborne &&
                ` · ${t('flight-control:atLanding')}`}
            </span>
            <span>{one.userName}</span>
            <TimeAgo time={one.createTime} />
          </li>
        ))}
      </ul>
      {drone.locked && isAirborne && (
        <p className="rounded-8 bg-warning warning mt-8 p-8-12">{t('lockAtLanding')}</p>
      )}
      {control && drone.can.command && (
        <p className="flex wrap gap-4-12 items-center m-0 muted text-13">
          <Link to={`${control}?drone=${encodeURIComponent(drone.droneId)}`}>
            {t('terms:flightControl')}
          </Link>
        </p>
      )}
    </>
  )
}
