import type { OverviewPart, RegionOutline } from '@swath/contract/figures/dashboard-overview'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { toCountryCode } from '@swath/domain/region-code'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { buildQuery } from '../../../../lib/query.ts'
import { useMap, useMapLayer, useMapPalette } from '../../../../map/map-context.ts'
import { fontStack } from '../../../../map/map-fonts.ts'
import { palettes, type MapPalette } from '../../../../map/map-palette.ts'
import { flightColors } from '../../../../lib/theme.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import { frameOf } from '../map-shapes.ts'
import { useNarrow } from '../../../../ui/use-width.ts'
import { classOpacities, findClass, findClassLimits } from './area-classes.ts'
import { OverviewLegend } from './overview-legend.tsx'

type Props = {
  /** The region that is shown; null: the world. */
  region: string | null
  parts: readonly OverviewPart[]
  bounds: readonly [number, number, number, number] | null
  onOpen: (regionCode: string) => void
}

const useOutlines = (region: string | null) =>
  useQuery({
    ...buildQuery(
      'getRegionOutlines',
      region === null ? {} : { query: { regionCode: `${toCountryCode(region)}000000` } },
    ),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data?.items

/** Logarithmic share, 0 to 1: the work of provinces differs by a factor of a thousand. */
const shareOf = ({ sprayArea }: OverviewPart, most: number): number =>
  most > 0 ? Math.log10(1 + sprayArea) / Math.log10(1 + most) : 0

type Drawn = {
  parts: readonly OverviewPart[]
  outlines: readonly RegionOutline[]
  region: string | null
  unit: AreaUnit
}

/** Areas for parts with built-in boundaries; circles for other parts with work. */
const toFeatures = ({ parts, outlines, region, unit }: Drawn) => {
  const areas = parts.map(({ sprayArea }) => fromMu(sprayArea, unit))
  const limits = findClassLimits(Math.max(0, ...areas))
  const most = Math.max(0, ...parts.map(({ sprayArea }) => sprayArea))
  const byCode = new Map(parts.map((part) => [part.regionCode, part]))
  const partOf = (code: string): OverviewPart | undefined =>
    byCode.get(region === null ? `${toCountryCode(code)}000000` : code)
  const toOpacity = (part: OverviewPart | undefined): number =>
    classOpacities[findClass(fromMu(part?.sprayArea ?? 0, unit), limits) ?? -1] ?? 0
  const grounds = outlines.flatMap(({ regionCode, parts: coordinates }) => {
    const part = partOf(regionCode)
    const isRegion = regionCode === region
    if (!part && !isRegion) return []
    return [
      {
        type: 'Feature' as const,
        properties: { code: part?.regionCode ?? '', opacity: toOpacity(part) },
        geometry: { type: 'MultiPolygon' as const, coordinates },
      },
    ]
  })
  const drawn = new Set(grounds.map(({ properties }) => properties.code))
  const signs = parts.flatMap((part) =>
    part.centre === null ||
    part.regionCode === null ||
    part.sprayArea === 0 ||
    drawn.has(part.regionCode)
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: { code: part.regionCode, name: part.areaName, share: shareOf(part, most) },
            geometry: { type: 'Point' as const, coordinates: [...part.centre] },
          },
        ],
  )
  return { grounds, signs }
}

const colour = flightColors.spraying

type Open = (code: string) => void
const openHit =
  (onOpen: Open): NonNullable<MapLayer['onClick']> =>
  ({ properties: { code } }) => {
    if (typeof code === 'string' && code !== '') onOpen(code)
  }

const buildGroundLayer = (
  features: ReturnType<typeof toFeatures>['grounds'],
  { areaBorder }: MapPalette,
  onOpen: Open,
): MapLayer => ({
  id: 'overview-grounds',
  slot: 'regions',
  sources: { grounds: { data: { type: 'FeatureCollection', features } } },
  styleLayers: [
    {
      id: 'fill',
      source: 'grounds',
      kind: 'fill',
      clickable: true,
      paint: { 'fill-color': colour, 'fill-opacity': ['get', 'opacity'] },
    },
    {
      id: 'edge',
      source: 'grounds',
      kind: 'line',
      paint: { 'line-color': areaBorder, 'line-width': 1 },
    },
  ],
  onClick: openHit(onOpen),
})

const buildSignLayer = (
  features: ReturnType<typeof toFeatures>['signs'],
  { label, halo }: MapPalette,
  onOpen: Open,
): MapLayer => ({
  id: 'overview-parts',
  slot: 'plots',
  sources: { signs: { data: { type: 'FeatureCollection', features } } },
  styleLayers: [
    {
      id: 'discs',
      source: 'signs',
      kind: 'circle',
      clickable: true,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['get', 'share'], 0, 6, 1, 26],
        'circle-color': colour,
        'circle-opacity': 0.45,
        'circle-stroke-color': colour,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'names',
      source: 'signs',
      kind: 'symbol',
      layout: { 'text-field': ['get', 'name'], 'text-font': fontStack('zh-CN'), 'text-size': 12 },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ],
  onClick: openHit(onOpen),
})

/** Size of the panel and the chart over the map, px. */
const panelPx = 364
const trendPx = 264

/** The frame of a region: its own bounds, or those of the drawn parts. */
const findFrame = (
  { bounds, parts }: Pick<Props, 'bounds' | 'parts'>,
  outlines: readonly RegionOutline[],
) => {
  if (bounds) return bounds
  const countries = new Set(parts.map(({ regionCode }) => regionCode && toCountryCode(regionCode)))
  return frameOf(outlines.filter(({ regionCode }) => countries.has(toCountryCode(regionCode))))
}

/** Fits the map to a region when it is opened; after that it stays where the person moves it. */
const useFit = (
  { region, bounds, parts }: Props,
  outlines: readonly RegionOutline[] | undefined,
): void => {
  const map = useMap()
  const isNarrow = useNarrow()
  const fitted = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const frame = outlines && findFrame({ bounds, parts }, outlines)
    if (!map || !frame || fitted.current === region) return
    fitted.current = region
    const [minLng, minLat, maxLng, maxLat] = frame
    map.fitBounds(
      { minLng, minLat, maxLng, maxLat },
      { padding: isNarrow ? { bottom: 320 } : { left: panelPx, bottom: trendPx }, maxZoom: 9 },
    )
  }, [map, region, bounds, parts, outlines, isNarrow])
}

/** The parts of a region on the map, coloured by work; a click opens a part. */
export const OverviewMap = (props: Props) => {
  const { region, parts, onOpen } = props
  const palette = useMapPalette()
  const outlines = useOutlines(region)
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  }, [onOpen])
  useFit(props, outlines)
  const unit = useAreaUnit()
  const features = useMemo(
    () => (outlines ? toFeatures({ parts, outlines, region, unit }) : null),
    [parts, outlines, region, unit],
  )
  const onClick = useCallback((code: string) => open.current(code), [])
  useMapLayer(
    useMemo(
      () => features && buildGroundLayer(features.grounds, palettes[palette], onClick),
      [features, palette, onClick],
    ),
  )
  useMapLayer(
    useMemo(
      () => features && buildSignLayer(features.signs, palettes[palette], onClick),
      [features, palette, onClick],
    ),
  )
  return features?.grounds.some(({ properties }) => properties.opacity > 0) ? (
    <OverviewLegend parts={parts} />
  ) : null
}
