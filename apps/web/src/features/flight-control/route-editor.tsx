import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { commandLimits, type RoutePoint } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, InputNumber, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useMap } from '../../map/map-context.ts'
import { Panel } from '../../ui/panel.tsx'
import { rangeQuery } from '../monitor/public.ts'
import { edgesOf, lengthOf, problemOf, type RouteProblem } from './route-draft.ts'
import { RouteOnMap } from './route-on-map.tsx'
import type { Orders } from './use-orders.ts'
import style from './flight-control.module.css'

const problemWords: Readonly<Record<RouteProblem['kind'], string>> = {
  few: 'flight-control:problemFew',
  many: 'flight-control:problemMany',
  close: 'flight-control:problemClose',
  far: 'flight-control:problemFar',
  long: 'flight-control:problemLong',
}
/** Plots are offered in a square of about 4 km around the drone. */
const nearDeg = 0.02

/** An edge of a plot near the drone as two points. */
const PlotEdges = ({
  place,
  widthM,
  onEdge,
}: {
  place: LngLat
  widthM: number
  onEdge: (ends: readonly [LngLat, LngLat]) => void
}) => {
  const { t } = useTranslation('flight-control')
  const [[lng, lat]] = useState(place)
  const plots = useQuery({
    ...queryOf('listMonitorBlocks', {
      query: rangeQuery({
        minLng: lng - nearDeg,
        maxLng: lng + nearDeg,
        minLat: lat - nearDeg,
        maxLat: lat + nearDeg,
      }),
    }),
    staleTime: 60_000,
  })
  const [blockId, setBlock] = useState<string | null>(null)
  const plot = plots.data?.items.find((one) => one.blockId === blockId)
  const edges = plot ? edgesOf(plot.rings[0] ?? [], widthM) : []
  return (
    <div className={style.edges}>
      <Select
        value={blockId}
        onChange={setBlock}
        aria-label={t('plot')}
        placeholder={t('plot')}
        loading={plots.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('plotsNone')}
        options={(plots.data?.items ?? []).map((one) => ({
          value: one.blockId,
          label: one.blockName,
        }))}
      />
      <Select<number | null>
        value={null}
        aria-label={t('edge')}
        placeholder={t('edge')}
        disabled={!plot}
        notFoundContent={t('edgesNone')}
        options={edges.map(({ number, lengthM }) => ({
          value: number,
          label: t('edgeOf', { number, length: formatNumber(lengthM, 0) }),
        }))}
        onChange={(number) => {
          const edge = edges.find((one) => one.number === number)
          if (edge) onEdge(edge.ends)
        }}
      />
    </div>
  )
}

/** A point by its figures, for who draws without a pointer. */
const TypedPoint = ({ onAdd }: { onAdd: (at: LngLat) => void }) => {
  const { t } = useTranslation('flight-control')
  const [lng, setLng] = useState<number | null>(null)
  const [lat, setLat] = useState<number | null>(null)
  return (
    <form
      className={style.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (lng === null || lat === null) return
        onAdd([lng, lat])
        setLng(null)
        setLat(null)
      }}
    >
      <InputNumber
        controls={false}
        min={-180}
        max={180}
        precision={7}
        value={lng}
        onChange={setLng}
        aria-label={t('longitude')}
        placeholder={t('longitude')}
      />
      <InputNumber
        controls={false}
        min={-90}
        max={90}
        precision={7}
        value={lat}
        onChange={setLat}
        aria-label={t('latitude')}
        placeholder={t('latitude')}
      />
      <Button
        htmlType="submit"
        icon={<PlusOutlined aria-hidden />}
        disabled={lng === null || lat === null}
        aria-label={t('pointAdd')}
      />
    </form>
  )
}

type Props = {
  drone: { droneId: string; droneName: string }
  place: LngLat | null
  widthM: number
  initial: readonly RoutePoint[]
  orders: Orders
  onClose: () => void
}

/** Draws a route point by point on the map and sends it to the drone. */
export const RouteEditor = ({
  drone,
  place,
  widthM,
  initial,
  orders: { send },
  onClose,
}: Props) => {
  const { t } = useTranslation('flight-control')
  const map = useMap()
  const [points, setPoints] = useState<readonly RoutePoint[]>(initial)
  const [name, setName] = useState('')
  const [heightM, setHeight] = useState<number>(initial[0]?.heightM ?? 3)
  const add = (...places: readonly LngLat[]): void =>
    setPoints((before) => [...before, ...places.map((at) => ({ at, heightM, pumpOn: true }))])
  useEffect(
    () =>
      map?.onBackgroundClick((at) =>
        setPoints((before) => [
          ...before,
          {
            at: [Math.round(at[0] * 1e7) / 1e7, Math.round(at[1] * 1e7) / 1e7],
            heightM,
            pumpOn: true,
          },
        ]),
      ),
    [map, heightM],
  )
  const change = (index: number, changed: Partial<RoutePoint>): void =>
    setPoints((before) =>
      before.map((point, i) => (i === index ? { ...point, ...changed } : point)),
    )
  const problem = problemOf(points, place)
  const [least, most] = commandLimits.heightM
  const upload = (): void =>
    send.mutate(
      {
        type: 'uploadRoute',
        name: name.trim() || t('routeNameless'),
        points: points.map(({ at, pumpOn }) => ({ at: [at[0], at[1]], heightM, pumpOn })),
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
            disabled={problem !== null}
            loading={send.isPending}
            onClick={upload}
          >
            {t('routeUpload')}
          </Button>
        </div>
      }
    >
      <RouteOnMap points={points} isDrawn />
      <div className={style.editor}>
        <p className={style.hint}>{t('routeHint')}</p>
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
            suffix="m"
            value={heightM}
            changeOnWheel={false}
            onChange={(value) => {
              if (value !== null) setHeight(value)
            }}
          />
        </label>
        <div className={style.field}>
          <span>{t('pointTyped')}</span>
          <TypedPoint onAdd={(at) => add(at)} />
        </div>
        {place && (
          <div className={style.field}>
            <span>{t('edgeAdd')}</span>
            <PlotEdges place={place} widthM={widthM} onEdge={(ends) => add(...ends)} />
          </div>
        )}
        <p className={style.sum} role="status">
          {t('routeSum', {
            count: points.length,
            shown: formatCount(points.length),
            length: formatNumber(lengthOf(points), 0),
          })}
        </p>
        {points.length > 0 && problem && (
          <Alert
            type="warning"
            showIcon
            title={t(problemWords[problem.kind], {
              number: problem.kind === 'close' ? problem.index + 1 : 0,
            })}
          />
        )}
        <ol className={style.points}>
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
                  onChange={(isOn) => change(i, { pumpOn: isOn })}
                />
              ) : (
                <span />
              )}
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('pointRemove', { number: i + 1 })}
                onClick={() => setPoints((before) => before.filter((_point, index) => index !== i))}
              />
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}
