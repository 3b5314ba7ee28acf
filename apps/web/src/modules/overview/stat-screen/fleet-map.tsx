import type { RegionOutline } from '@swath/contract/figures/dashboard-overview'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CHINA_REGION,
  regionAt,
  regionContains,
  regionLevel,
  toCountryCode,
} from '@swath/domain/region-code'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { flightColors } from '../../../lib/theme.ts'
import { liveConnection, useLinkState } from '../../../lib/live/live.ts'
import { FleetDots } from './fleet-dots.tsx'
import { frameOf, project, toPath, worldFrame, type Projection } from './map-shapes.ts'
import { shortenRegionName } from './short-name.ts'
import { useHasOverseas } from './use-reach.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { NoData, StatScreenPanel } from './stat-screen-panel.tsx'
import style from './stat-screen.module.css'

/** All drones of the world, so coarsely that a frame contains few clusters. */
const worldView = {
  bounds: [-180, -60, 180, 75] as [number, number, number, number],
  zoom: 5,
  filters: {},
  showOffline: false,
}

const useLiveFleet = (): void => {
  useEffect(() => {
    liveConnection.setView(worldView)
    return () => liveConnection.setView(null)
  }, [])
}

const useOutlines = (regionCode: string) =>
  useQuery({
    ...buildQuery('getRegionOutlines', { query: { regionCode } }),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data?.items

/** This year's work in each first-level area, relative to the area with the most, 0 to 1. */
const useShares = (): ReadonlyMap<string, number> => {
  const { data } = useStatScreenQuery('getChinaRegions', { query: { periodType: '4' } })
  return useMemo(() => {
    const most = data?.yData[0]![0] ?? 0
    return new Map(
      data?.regionCodes.flatMap((code, i) =>
        // There are no built-in boundaries of cities and counties.
        code !== null && regionLevel(code) === 'province' && most > 0
          ? [[code, Math.sqrt((data.yData[0]![i] ?? 0) / most)] as const]
          : [],
      ),
    )
  }, [data])
}

const noShares: ReadonlyMap<string, number> = new Map()

type LandProps = {
  /** All land, drawn at the bottom. */
  ground: string
  /** The highlighted area, if it is only a part of the map. */
  own?: string | null
  outlines: readonly Pick<RegionOutline, 'regionCode' | 'areaName' | 'parts'>[]
  projection: Projection
  shares?: ReadonlyMap<string, number>
}

/** A map in its own aspect ratio, as large as possible. */
const Land = ({ ground, own = null, outlines, projection, shares = noShares }: LandProps) => {
  const paths = useMemo(
    () =>
      outlines.map(({ regionCode, parts }) => ({
        regionCode,
        path: toPath({ parts }, projection),
      })),
    [outlines, projection],
  )
  return (
    <div
      className={style.mapFit}
      style={{ '--aspect': projection.width / projection.height } as CSSProperties}
    >
      <svg viewBox={projection.viewBox} className={style.land} aria-hidden="true">
        <path d={ground} className={style.ground} />
        {paths.map(({ regionCode, path }) => (
          <path
            key={regionCode}
            d={path}
            style={{ fillOpacity: 0.1 + 0.6 * (shares.get(regionCode) ?? 0) }}
            className={shares.has(regionCode) ? style.worked : undefined}
            data-own={regionCode === own}
          />
        ))}
      </svg>
      <FleetDots projection={projection} />
      <Names outlines={outlines} projection={projection} shares={shares} own={own} />
    </div>
  )
}

/** Names of the own area, and of areas with work. */
const Names = ({
  outlines,
  projection,
  shares,
  own,
}: Required<Pick<LandProps, 'outlines' | 'projection' | 'shares' | 'own'>>) => (
  <>
    {outlines.flatMap(({ regionCode, areaName, parts }) => {
      const isNamed = regionCode === own || shares.has(regionCode)
      const frame = isNamed ? frameOf([{ parts: [largest(parts)] }]) : null
      if (!frame) return []
      const [x, y] = projection.place((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
      return [
        <span
          key={regionCode}
          className={style.placeName}
          style={{
            insetInlineStart: `${(x / projection.width) * 100}%`,
            insetBlockStart: `${(y / projection.height) * 100}%`,
          }}
        >
          {shortenRegionName(areaName)}
        </span>,
      ]
    })}
  </>
)

const largest = (parts: RegionOutline['parts']): RegionOutline['parts'][number] =>
  parts.reduce((most, part) => (part[0]!.length > most[0]!.length ? part : most))

const states = ['spraying', 'flying', 'ground'] as const

const Legend = () => {
  const { t } = useTranslation('stat-screen')
  const isLost = useLinkState() === 'lost'
  return (
    <ul className={style.legend}>
      {states.map((state) => (
        <li key={state}>
          <i style={{ background: flightColors[state] }} />
          {t(`state.${state}`)}
        </li>
      ))}
      {isLost && (
        <li className={style.lost} role="status">
          {t('linkLost')}
        </li>
      )}
    </ul>
  )
}

/** The region to show: the own province, or that of the own city, or else the whole country. */
const useHome = () => {
  const { accountType, adCode } = useUser()
  const country = accountType === 'platform' ? CHINA_REGION : `${toCountryCode(adCode)}000000`
  const own = accountType === 'government' ? regionAt(adCode, 'province') : null
  const outlines = useOutlines(country)
  const frame = useMemo(() => {
    if (!outlines) return null
    const within =
      own === null ? [] : outlines.filter(({ regionCode }) => regionContains(own, regionCode))
    return frameOf(within.length > 0 ? within : outlines)
  }, [outlines, own])
  return { outlines, own, projection: useMemo(() => frame && project(frame), [frame]) }
}

const world = project(worldFrame)

const noLand: RegionOutline['parts'] = []

// Data of the console's map, loaded without the map itself.
const readWorldLand = async () => (await import('../../../map/geo/outline.json')).default
const readLandNear = async () => (await import('../../../map/geo/land-near.json')).default

/** Land without borders. */
const useLand = (read: () => Promise<unknown>): RegionOutline['parts'] => {
  const [land, setLand] = useState(noLand)
  useEffect(() => {
    let isCurrent = true
    void read().then((parts) => {
      if (isCurrent) setLand(parts as RegionOutline['parts'])
    })
    return () => {
      isCurrent = false
    }
  }, [read])
  return land
}

const noOutlines: readonly RegionOutline[] = []

/** The current fleet, at home and, if it works overseas, worldwide; this year's work by area. */
export const FleetMap = ({ world: place }: { world: 'below' | 'inset' }) => {
  const { t } = useTranslation('stat-screen')
  useLiveFleet()
  const hasOverseas = useHasOverseas()
  const shares = useShares()
  const { outlines, projection, own } = useHome()
  const near = useLand(readLandNear)
  const everywhere = useLand(readWorldLand)
  const atHome = useMemo(
    () => projection && toPath({ parts: near }, projection),
    [near, projection],
  )
  const inWorld = useMemo(() => toPath({ parts: everywhere }, world), [everywhere])
  return (
    <StatScreenPanel title={t('fleetNow')} extra={<Legend />}>
      <div
        className={style.map}
        data-world={hasOverseas ? place : 'none'}
        role="img"
        aria-label={t('fleetMap')}
      >
        <div className={style.mapHome}>
          {outlines && projection ? (
            <Land
              ground={atHome ?? ''}
              own={own}
              outlines={outlines}
              projection={projection}
              shares={shares}
            />
          ) : (
            <NoData answers={[{ data: outlines, hasFailed: false }]} />
          )}
        </div>
        {hasOverseas && (
          <div className={style.mapWorld}>
            <Land ground={inWorld} outlines={noOutlines} projection={world} />
          </div>
        )}
      </div>
    </StatScreenPanel>
  )
}
