import type { OverviewPart, RegionOutline } from '@swath/contract/figures/dashboard-overview'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { toCountryCode } from '@swath/domain/region-code'
import { buildQuery } from '../../../../lib/query.ts'
import { useMap, useMapLayer, useMapPalette } from '../../../../map/map-context.ts'
import { fontStack } from '../../../../map/map-fonts.ts'
import { palettes } from '../../../../map/map-palette.ts'
import { flightColors } from '../../../../lib/theme.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import { frameOf } from '../map-shapes.ts'
import { useNarrow } from '../../../../ui/use-width.ts'

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
}

/** Areas for parts with built-in boundaries; circles for other parts with work. */
const toFeatures = ({ parts, outlines, region }: Drawn) => {
  const most = Math.max(0, ...parts.map(({ sprayArea }) => sprayArea))
  const byCode = new Map(parts.map((part) => [part.regionCode, part]))
  const partOf = (code: string): OverviewPart | undefined =>
    byCode.get(region === null ? `${toCountryCode(code)}000000` : code)
  const grounds = outlines.flatMap(({ regionCode, parts: coordinates }) => {
    const part = partOf(regionCode)
    const isRegion = regionCode === region
    if (!part && !isRegion) return []
    return [
      {
        type: 'Feature' as const,
        properties: { code: part?.regionCode ?? '', share: part ? shareOf(part, most) : 0 },
        geometry: { type: 'MultiPolygon' as const, coordinates },
      },
    ]
  })
  const drawn = new Set(grounds.map(({ properties }) => properties.code))
  const signs = parts.flatMap((part) =>
    part.centre === null || part.regionCode === null
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: {
              code: part.regionCode,
              name: part.areaName,
              share: shareOf(part, most),
              isRound: !drawn.has(part.regionCode) && part.sprayArea > 0,
            },
            geometry: { type: 'Point' as const, coordinates: [...part.centre] },
          },
        ],
  )
  return { grounds, signs }
}

const colour = flightColors.spraying

const buildLayer = (
  drawn: Drawn,
  { label, halo, areaBorder }: { label: string; halo: string; areaBorder: string },
  onOpen: (code: string) => void,
): MapLayer => {
  const { grounds, signs } = toFeatures(drawn)
  return {
    id: 'overview-parts',
    slot: 'plots',
    sources: {
      grounds: { data: { type: 'FeatureCollection', features: grounds } },
      signs: { data: { type: 'FeatureCollection', features: signs } },
    },
    styleLayers: [
      {
        id: 'fill',
        source: 'grounds',
        kind: 'fill',
        clickable: true,
        paint: {
          'fill-color': colour,
          'fill-opacity': [
            'interpolate',
            ['linear'],
            ['get', 'share'],
            0,
            0.02,
            0.5,
            0.16,
            1,
            0.62,
          ],
        },
      },
      {
        id: 'edge',
        source: 'grounds',
        kind: 'line',
        paint: { 'line-color': areaBorder, 'line-width': 1 },
      },
      {
        id: 'discs',
        source: 'signs',
        kind: 'circle',
        clickable: true,
        filter: ['get', 'isRound'],
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
        filter: ['get', 'isRound'],
        layout: { 'text-field': ['get', 'name'], 'text-font': fontStack('zh-CN'), 'text-size': 12 },
        paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.4 },
      },
    ],
    onClick: ({ properties }) => {
      const { code } = properties
      if (typeof code === 'string' && code !== '') onOpen(code)
    },
  }
}

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
  useMapLayer(
    useMemo(
      () =>
        outlines
          ? buildLayer({ parts, outlines, region }, palettes[palette], (code) => open.current(code))
          : null,
      [parts, outlines, region, palette],
    ),
  )
  return null
}
