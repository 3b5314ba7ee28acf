import type { RegionOutline } from '@swath/contract/dashboard-overview'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CHINA_REGION, regionAt, regionContains, toCountryCode } from '@swath/domain/region-code'
import { buildQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { flightColors } from '../../ui/theme.ts'
import { liveConnection, useLinkState, useLiveConnection } from '../live/public.ts'
import { FleetDots } from './fleet-dots.tsx'
import { frameOf, project, toPath, worldFrame, type Projection } from './map-shapes.ts'
import { shortenRegionName } from './short-name.ts'
import { useWallQuery } from './wall-context.ts'
import { NoData, WallPanel } from './wall-panel.tsx'
import style from './wall.module.css'

/** All drones of the world, so coarsely that few frames carry them. */
const worldView = {
  bounds: [-180, -60, 180, 75] as [number, number, number, number],
  zoom: 5,
  filters: {},
  showOffline: false,
}

const useLiveFleet = (): void => {
  useLiveConnection()
  useEffect(() => {
    liveConnection.setView(worldView)
    return () => liveConnection.setView(null)
  }, [])
}

const useOutlines = (regionCode: string | null) =>
  useQuery({
    ...buildQuery('getRegionOutlines', regionCode === null ? {} : { query: { regionCode } }),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data?.items

/** How much of the work lies in each region, 0 to 1, by orders of magnitude. */
const useShares = (): ReadonlyMap<string, number> => {
  const { data } = useWallQuery('getChinaRegions', { query: { periodType: '4' } })
  return useMemo(() => {
    const most = Math.log10(1 + (data?.yData[0]![0] ?? 0))
    return new Map(
      data?.regionCodes.map((code, i) => [
        code === null ? '' : (regionAt(code, 'province') ?? code),
        most > 0 ? Math.log10(1 + (data.yData[0]![i] ?? 0)) / most : 0,
      ]),
    )
  }, [data])
}

type LandProps = {
  outlines: readonly RegionOutline[]
  projection: Projection
  shares?: ReadonlyMap<string, number>
  hasNames?: boolean
}

const Land = ({ outlines, projection, shares, hasNames = false }: LandProps) => {
  const paths = useMemo(
    () => outlines.map((outline) => ({ ...outline, path: toPath(outline, projection) })),
    [outlines, projection],
  )
  return (
    <svg viewBox={projection.viewBox} className={style.land} aria-hidden="true">
      {paths.map(({ regionCode, path }) => (
        <path key={regionCode} d={path} />
      ))}
      {shares &&
        paths.map(({ regionCode, path }) => {
          const share = shares.get(regionCode) ?? 0
          return share > 0 ? (
            <path
              key={regionCode}
              d={path}
              className={style.worked}
              fillOpacity={0.12 + 0.5 * share ** 3}
            />
          ) : null
        })}
      {hasNames && <Names outlines={outlines} projection={projection} shares={shares} />}
    </svg>
  )
}

/** Names of the areas where work is done. */
const Names = ({
  outlines,
  projection,
  shares,
}: Pick<LandProps, 'outlines' | 'projection'> & { shares: LandProps['shares'] }) => (
  <>
    {outlines.flatMap(({ regionCode, areaName, parts }) => {
      if (!shares?.has(regionCode)) return []
      const frame = frameOf([{ regionCode, areaName, parts: [largest(parts)] }])!
      const [x, y] = projection.place((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
      return [
        <text key={regionCode} x={x} y={y}>
          {shortenRegionName(areaName)}
        </text>,
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

/** Where the map looks: the own province or city's province, else the whole country. */
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
  return { outlines, projection: useMemo(() => frame && project(frame), [frame]) }
}

const world = project(worldFrame)

/** The fleet as it is now, at home and in the world; how much was worked where this year. */
export const FleetMap = () => {
  const { t } = useTranslation('stat-screen')
  useLiveFleet()
  const shares = useShares()
  const { outlines, projection } = useHome()
  const all = useOutlines(null)
  return (
    <WallPanel title={t('fleetNow')} extra={<Legend />}>
      <div className={style.map} role="img" aria-label={t('fleetMap')}>
        {outlines && projection ? (
          <div className={style.mapHome}>
            <Land outlines={outlines} projection={projection} shares={shares} hasNames />
            <FleetDots projection={projection} />
          </div>
        ) : (
          <NoData isLoading={!outlines} />
        )}
        {all && (
          <div className={style.mapWorld}>
            <Land outlines={all} projection={world} />
            <FleetDots projection={world} />
          </div>
        )}
      </div>
    </WallPanel>
  )
}
