import { DeleteOutlined, PlusOutlined, RedoOutlined } from '@ant-design/icons'
import type { ZoneShape } from '@swath/contract/no-fly-zones'
import type { LngLat } from '@swath/domain/lng-lat'
import type { PolygonProblem } from '@swath/domain/polygon'
import { muFromM2 } from '@swath/domain/units'
import { shapeAreaM2 } from '@swath/domain/zone-shapes'
import { Alert, Button, Collapse, InputNumber, Segmented } from 'antd'
import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import { useDraw, type DrawMode } from '../../map/draw.ts'
import { useMap, useMapLayer } from '../../map/map-context.ts'
import type { MapHandle, MapLayer } from '../../map/map-types.ts'
import { boundsOfShape, type Shape } from '../../map/shapes.ts'
import { Area } from '../../ui/area.tsx'
import { alarmColors, colors, groundColors, sizes } from '../../ui/theme.ts'
import { VertexTable } from './vertex-table.tsx'
import {
  draftOf,
  emptyDraft,
  mapShape,
  problemOfShape,
  shapeOfDraft,
  withDrawn,
  withoutRing,
  withRing,
  type Draft,
} from './zone-draft.ts'
import style from './no-fly-zones.module.css'

const problemLabels: Readonly<Record<PolygonProblem, string>> = {
  self_crossing: 'no-fly-zones:problemCrossing',
  hole_crossing: 'no-fly-zones:problemHoleCrossing',
  holes_overlap: 'no-fly-zones:problemHolesOverlap',
  hole_outside: 'no-fly-zones:problemHoleOutside',
  too_few_points: 'no-fly-zones:problemTooFew',
  no_area: 'no-fly-zones:problemNoArea',
  no_ring: 'no-fly-zones:problemTooFew',
  not_a_number: 'no-fly-zones:problemPlace',
  out_of_range: 'no-fly-zones:problemPlace',
}

/** What the tool on the map is at; a new object begins it anew. */
type Session = { readonly mode: DrawMode; readonly initial: Shape; readonly takesFocus: boolean }
const nothingYet = (): Shape => ({ kind: 'polygon', rings: [] })

const sessionFor = (draft: Draft, active: number, takesFocus: boolean): Session => {
  if (draft.kind === 'circle') {
    const shape = shapeOfDraft(draft)
    return shape
      ? { mode: 'edit', initial: mapShape(shape), takesFocus }
      : { mode: 'circle', initial: nothingYet(), takesFocus }
  }
  const ring = draft.rings[active] ?? []
  return ring.length < 3
    ? { mode: 'polygon', initial: nothingYet(), takesFocus }
    : { mode: 'edit', initial: { kind: 'polygon', rings: [[...ring, ring[0]!]] }, takesFocus }
}

/** The rings that are not being drawn, and where a mistake lies. */
const useBeside = (draft: Draft, active: number, crossing: LngLat | null): void => {
  const [lng, lat] = crossing ?? []
  const layer = useMemo((): MapLayer => {
    const others: Feature[] =
      draft.kind === 'circle'
        ? []
        : draft.rings.flatMap((ring, i): Feature[] =>
            i === active || ring.length < 3
              ? []
              : [
                  {
                    type: 'Feature',
                    properties: {},
                    geometry: {
                      type: 'LineString',
                      coordinates: [...ring, ring[0]!].map((place) => [...place]),
                    },
                  },
                ],
          )
    const at: Feature[] =
      lng === undefined || lat === undefined
        ? []
        : [
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'Point', coordinates: [lng, lat] },
            },
          ]
    return {
      id: 'zone-beside',
      slot: 'drafts',
      sources: {
        others: { data: { type: 'FeatureCollection', features: others } },
        crossing: { data: { type: 'FeatureCollection', features: at } },
      },
      styleLayers: [
        {
          id: 'others',
          source: 'others',
          kind: 'line',
          paint: { 'line-color': groundColors.zone, 'line-width': 2, 'line-dasharray': [2, 1.5] },
        },
        {
          id: 'crossing-ground',
          source: 'crossing',
          kind: 'circle',
          paint: {
            'circle-radius': 16,
            'circle-color': alarmColors[1],
            'circle-opacity': 0.2,
            'circle-stroke-color': alarmColors[1],
            'circle-stroke-width': 2,
          },
        },
        {
          id: 'crossing',
          source: 'crossing',
          kind: 'circle',
          paint: {
            'circle-radius': 4,
            'circle-color': alarmColors[1],
            'circle-stroke-color': colors.paper,
            'circle-stroke-width': 2,
          },
        },
      ],
    }
  }, [draft, active, lng, lat])
  useMapLayer(layer)
}

/**
 * Ground that was typed may lie anywhere: the map goes there when it is out of sight or too small
 * to be seen.
 */
const bringIntoView = (map: MapHandle, shape: ZoneShape): void => {
  const wanted = boundsOfShape(mapShape(shape))
  const { bounds: seen } = map.view()
  if (!wanted) return
  const isInside =
    wanted.minLng >= seen.minLng &&
    wanted.maxLng <= seen.maxLng &&
    wanted.minLat >= seen.minLat &&
    wanted.maxLat <= seen.maxLat
  const isVisible = (wanted.maxLng - wanted.minLng) * 30 > seen.maxLng - seen.minLng
  if (!isInside || !isVisible)
    map.fitBounds(wanted, {
      padding:
        window.innerWidth < sizes.narrow
          ? { bottom: window.innerHeight * 0.56 }
          : { right: sizes.detail + 24 },
    })
}

type Props = { id?: string; value?: ZoneShape | null; onChange?: (shape: ZoneShape | null) => void }

/**
 * The ground of a zone: drawn on the map beside the form, or typed. A field of the form like any
 * other.
 */
export const ZoneGround = ({ id, value, onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  const map = useMap()
  const [draft, setDraft] = useState(() => draftOf(value))
  const [active, setActive] = useState(0)
  const [session, setSession] = useState(() => sessionFor(draft, 0, false))
  const [isPlaced, setPlaced] = useState(session.mode === 'edit')
  const newest = useRef({ draft, active })
  useEffect(() => {
    newest.current = { draft, active }
  }, [draft, active])

  const take = (next: Draft): void => {
    newest.current = { ...newest.current, draft: next }
    setDraft(next)
    onChange?.(shapeOfDraft(next))
  }
  useDraw({
    mode: session.mode,
    initial: session.initial,
    takesFocus: session.takesFocus,
    onChange: (drawn) => {
      const next = withDrawn(newest.current.draft, newest.current.active, drawn)
      if (JSON.stringify(next) !== JSON.stringify(newest.current.draft)) take(next)
    },
    onFinish: () => setPlaced(true),
    onCancel: () => restart(),
  })
  const shape = useMemo(() => shapeOfDraft(draft), [draft])
  const problem = useMemo(() => problemOfShape(shape), [shape])
  useBeside(draft, active, problem?.at ?? null)

  /** Something other than the drawing changed the shape: the drawing follows. */
  const put = (next: Draft, ring: number, takesFocus: boolean): void => {
    newest.current = { draft: next, active: ring }
    setActive(ring)
    take(next)
    const begun = sessionFor(next, ring, takesFocus)
    setPlaced(begun.mode === 'edit')
    const typed = takesFocus ? null : shapeOfDraft(next)
    if (map && typed) bringIntoView(map, typed)
    setSession(begun)
  }
  const restart = (): void => {
    const { draft: now, active: ring } = newest.current
    if (now.kind === 'circle') put(emptyDraft('circle'), 0, true)
    else if (ring === 0) put(emptyDraft('polygon'), 0, true)
    else put(withoutRing(now, ring), 0, true)
  }
  const areaM2 = shape && !problem ? shapeAreaM2(shape) : null
  const ring = draft.kind === 'polygon' ? (draft.rings[active] ?? []) : []
  const isDrawn = draft.kind === 'circle' ? shape !== null : ring.length >= 3

  return (
    <div id={id} className={style.ground} tabIndex={-1}>
      <div className={style.groundHead}>
        <Segmented<Draft['kind']>
          value={draft.kind}
          options={[
            { value: 'polygon', label: t('polygon') },
            { value: 'circle', label: t('circle') },
          ]}
          onChange={(kind) => put(emptyDraft(kind), 0, false)}
        />
        <Button
          type="text"
          icon={<RedoOutlined aria-hidden />}
          disabled={!isDrawn}
          onClick={restart}
        >
          {active > 0 ? t('holeAgain') : t('drawAgain')}
        </Button>
      </div>
      <p className={style.hint} role="status">
        {isPlaced
          ? draft.kind === 'circle'
            ? t('hintCircleEdit')
            : t('hintEdit')
          : draft.kind === 'circle'
            ? t('hintCircle')
            : active > 0
              ? t('hintHole')
              : t('hintPolygon')}
      </p>
      {problem && (
        <Alert
          type="error"
          showIcon
          title={t(problemLabels[problem.problem])}
          description={
            problem.at
              ? t('problemAt', {
                  place: `${problem.at[0].toFixed(5)}°, ${problem.at[1].toFixed(5)}°`,
                })
              : undefined
          }
        />
      )}
      <dl className={style.measure}>
        <div>
          <dt>{t('terms:area')}</dt>
          <dd>
            <Area mu={areaM2 === null ? null : muFromM2(areaM2)} />{' '}
            <span className={style.km}>
              {areaM2 !== null && <>{formatNumber(areaM2 / 1e6, 3)} km²</>}
            </span>
          </dd>
        </div>
      </dl>
      {draft.kind === 'polygon' &&
        (draft.rings.length > 1 || (draft.rings[0]?.length ?? 0) >= 3) && (
          <div className={style.rings}>
            <Segmented<number>
              size="small"
              value={active}
              options={draft.rings.map((_ring, i) => ({
                value: i,
                label: i === 0 ? t('outline') : t('holeNumber', { number: i }),
              }))}
              onChange={(next) => put(draft, next, true)}
            />
            {active > 0 && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('holeRemove')}
                onClick={() => put(withoutRing(draft, active), 0, true)}
              />
            )}
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={
                problem !== null || draft.rings.length > 19 || (draft.rings.at(-1)?.length ?? 0) < 3
              }
              onClick={() => put(withRing(draft, draft.rings.length, []), draft.rings.length, true)}
            >
              {t('holeAdd')}
            </Button>
          </div>
        )}
      {draft.kind === 'circle' && (
        <label className={style.radius}>
          <span>{t('radius')}</span>
          <InputNumber
            min={5}
            max={100_000}
            precision={1}
            changeOnWheel={false}
            value={draft.radiusM}
            suffix="m"
            style={{ width: 160 }}
            onChange={(radiusM) => {
              if (radiusM !== null) put({ ...draft, radiusM }, 0, false)
            }}
          />
        </label>
      )}
      <Collapse
        size="small"
        ghost
        items={[
          {
            key: 'coordinates',
            label: t('coordinates'),
            children:
              draft.kind === 'polygon' ? (
                <VertexTable
                  key={active}
                  corners={ring}
                  onChange={(corners) => put(withRing(draft, active, corners), active, false)}
                />
              ) : (
                <Middle
                  center={draft.center}
                  onChange={(center) => put({ ...draft, center }, 0, false)}
                />
              ),
          },
        ]}
      />
    </div>
  )
}

/** The middle of a circle in degrees. */
const Middle = ({
  center,
  onChange,
}: {
  center: LngLat | null
  onChange: (center: LngLat) => void
}) => {
  const { t } = useTranslation('no-fly-zones')
  const [half, setHalf] = useState<{ lng: number | null; lat: number | null }>({
    lng: null,
    lat: null,
  })
  const [lng, lat] = center ?? [half.lng, half.lat]
  const enter = (nextLng: number | null, nextLat: number | null): void => {
    if (nextLng !== null && nextLat !== null) onChange([nextLng, nextLat])
    else setHalf({ lng: nextLng, lat: nextLat })
  }
  return (
    <div className={style.middle}>
      <label>
        <span>{t('longitude')} (°)</span>
        <InputNumber
          controls={false}
          min={-180}
          max={180}
          precision={7}
          value={lng}
          onChange={(value) => enter(value, lat)}
          style={{ width: '100%' }}
        />
      </label>
      <label>
        <span>{t('latitude')} (°)</span>
        <InputNumber
          controls={false}
          min={-90}
          max={90}
          precision={7}
          value={lat}
          onChange={(value) => enter(lng, value)}
          style={{ width: '100%' }}
        />
      </label>
    </div>
  )
}
