import { DeleteOutlined } from '@ant-design/icons'
import { commandLimits, type RoutePoint } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import { Alert, Button, Input, InputNumber, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../lib/api.ts'
import { formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { useMap } from '../../../map/map-context.ts'
import { Panel } from '../../../ui/panel.tsx'
import { measureLength, findProblem, type RouteProblem } from './route-draft.ts'
import { PlotEdges, TypedPoint } from './route-inputs.tsx'
import { RouteOnMap } from './route-on-map.tsx'
import { RouteZoneNotes, useConsent, useRouteZones } from './route-zones.tsx'
import type { Orders } from './use-orders.ts'
import style from './flight-control.module.css'

const problemLabels: Readonly<Record<RouteProblem['kind'], string>> = {
  few: 'flight-control:problemFew',
  many: 'flight-control:problemMany',
  close: 'flight-control:problemClose',
  far: 'flight-control:problemFar',
  long: 'flight-control:problemLong',
}
/** Seven decimals are about a centimetre, and the precision of the protocol. */
const rounded = ([lng, lat]: LngLat): LngLat => [
  Math.round(lng * 1e7) / 1e7,
  Math.round(lat * 1e7) / 1e7,
]

type PointListProps = {
  points: readonly RoutePoint[]
  setPoints: (points: readonly RoutePoint[]) => void
}

/** The list of points: switches the pump after each, and removes points. */
const PointList = ({ points, setPoints }: PointListProps) => {
  const { t } = useTranslation('flight-control')
  const setPump = (index: number, pumpOn: boolean): void =>
    setPoints(points.map((point, i) => (i === index ? { ...point, pumpOn } : point)))
  return (
    <ol className={`list-plain grid gap-2 ${style.points}`}>
      {points.map(({ at, pumpOn }, i) => (
        <li key={i}>
          <span className={style.number}>{i + 1}</span>
          <span className="figure">
            {at[0].toFixed(6)}, {at[1].toFixed(6)}
          </span>
          {i < points.length - 1 ? (
            <Switch
              size="small"
              checked={pumpOn}
              checkedChildren={t('pumpOn')}
              unCheckedChildren={t('pumpOff')}
              aria-label={t('pumpAfter', { number: i + 1 })}
              onChange={(isOn) => setPump(i, isOn)}
            />
          ) : (
            <span />
          )}
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('pointRemove', { number: i + 1 })}
            onClick={() => setPoints(points.filter((_point, index) => index !== i))}
          />
        </li>
      ))}
    </ol>
  )
}

type RouteFieldsProps = {
  name: string
  setName: (name: string) => void
  heightM: number
  setHeight: (heightM: number) => void
}
const RouteFields = ({ name, setName, heightM, setHeight }: RouteFieldsProps) => {
  const { t } = useTranslation('flight-control')
  const [least, most] = commandLimits.heightM
  return (
    <>
      <label className={style.field}>
        <span>{t('routeName')}</span>
        <Input
          value={name}
          maxLength={60}
          placeholder={t('routeNameless')}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className={style.field}>
        <span>{t('routeHeight')}</span>
        <InputNumber
          min={least}
          max={most}
          step={0.5}
          precision={1}
          suffix={formatUnit('m')}
          value={heightM}
          changeOnWheel={false}
          onChange={(value) => {
            if (value !== null) setHeight(value)
          }}
        />
      </label>
    </>
  )
}

const RouteProblemNote = ({ problem }: { problem: RouteProblem }) => {
  const { t } = useTranslation('flight-control')
  const number = problem.kind === 'close' ? problem.index + 1 : 0
  return <Alert type="warning" showIcon title={t(problemLabels[problem.kind], { number })} />
}

type Props = {
  drone: { droneId: string; droneName: string }
  place: LngLat | null
  swathWidthM: number
  initial: readonly RoutePoint[]
  orders: Orders
  onClose: () => void
}

/** The points of the route, added by clicking the map or with `add`. */
const usePoints = (initial: readonly RoutePoint[]) => {
  const map = useMap()
  const [points, setPoints] = useState<readonly RoutePoint[]>(initial)
  const [heightM, setHeight] = useState<number>(initial[0]?.heightM ?? 3)
  const add = (...places: readonly LngLat[]): void =>
    setPoints((before) => [...before, ...places.map((at) => ({ at, heightM, pumpOn: true }))])
  useEffect(
    () =>
      map?.onBackgroundClick((at) =>
        setPoints((before) => [...before, { at: rounded(at), heightM, pumpOn: true }]),
      ),
    [map, heightM],
  )
  return { points, setPoints, add, heightM, setHeight }
}

/** Draws a route point by point on the map and sends it to the drone. */
export const RouteEditor = ({
  drone,
  place,
  swathWidthM,
  initial,
  orders: { send },
  onClose,
}: Props) => {
  const { t } = useTranslation('flight-control')
  const { points, setPoints, add, heightM, setHeight } = usePoints(initial)
  const [name, setName] = useState('')
  const problem = findProblem(points, place)
  const crossings = useRouteZones(points, heightM)
  const isForbidden = crossings.some((crossing) => crossing.isForbidden)
  const consent = useConsent(
    crossings,
    send.error instanceof CallError && send.error.code === 'route_needs_consent',
  )
  const upload = (): void =>
    send.mutate(
      {
        type: 'uploadRoute',
        name: name.trim() || t('routeNameless'),
        points: points.map(({ at, pumpOn }) => ({ at: [at[0], at[1]], heightM, pumpOn })),
        hasConsent: consent.hasConsent,
      },
      { onSuccess: onClose },
    )

  return (
    <Panel
      side="right"
      sheet="peek"
      title={t('routeTitle', { name: drone.droneName })}
      onClose={onClose}
      footer={
        <div className={style.actions}>
          <Button disabled={points.length === 0} onClick={() => setPoints([])}>
            {t('routeClear')}
          </Button>
          <Button
            type="primary"
            disabled={problem !== null || isForbidden || consent.isMissing}
            loading={send.isPending}
            onClick={upload}
          >
            {t('routeUpload')}
          </Button>
        </div>
      }
    >
      <RouteOnMap points={points} isDrawn crossings={crossings} />
      <div className={style.editor}>
        <p className="m-0 muted">{t('routeHint')}</p>
        <RouteZoneNotes crossings={crossings} />
        {!isForbidden && consent.box}
        <RouteFields name={name} setName={setName} heightM={heightM} setHeight={setHeight} />
        <div className={style.field}>
          <span>{t('pointTyped')}</span>
          <TypedPoint onAdd={(at) => add(at)} />
        </div>
        {place && (
          <div className={style.field}>
            <span>{t('edgeAdd')}</span>
            <PlotEdges place={place} swathWidthM={swathWidthM} onEdge={(ends) => add(...ends)} />
          </div>
        )}
        <p className="m-0 medium tabular" role="status">
          {t('routeSum', {
            count: points.length,
            shown: formatCount(points.length),
            length: formatNumber(measureLength(points), 0),
          })}
        </p>
        {points.length > 0 && problem && <RouteProblemNote problem={problem} />}
        <PointList points={points} setPoints={setPoints} />
      </div>
    </Panel>
  )
}
