import type { GeometryImportItem, ImportOutline } from '@swath/contract/land/geometry-imports'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useGroundPoints, type GroundPointStyle } from '../../../map/ground-points.ts'
import { useGroundLayer, type GroundShape, type GroundStyle } from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../map/map-palette.ts'
import type { StyleValue } from '../../../map/map-types.ts'
import { boundsOfPlaces, circleRing, type Ground } from '../../../map/shapes.ts'
import { useFreeMap } from '../../../ui/use-free-map.ts'

type MapItem = GroundShape & { readonly look: 'good' | 'mended' | 'bad' | 'left' }

const colour: StyleValue = [
  'match',
  ['get', 'look'],
  'good',
  groundColors.covered,
  'mended',
  groundColors.repeated,
  'bad',
  groundColors.zone,
  groundColors.zoneDisabled,
]

const style: GroundStyle<MapItem> = {
  id: 'import-items',
  slot: 'drafts',
  colour,
  opacity: [0.4, 0.18],
  edgeWidth: 1.8,
  namesFromZoom: 12,
  nameHaloWidth: 1.8,
  properties: ({ look }) => ({ look }),
}

/** Dots, for files that cover a whole country. */
const points: GroundPointStyle<MapItem> = {
  id: 'import-points',
  slot: 'places',
  colour,
  seenFromZoom: 12,
  properties: ({ look }) => ({ look }),
}

const toGround = (outline: ImportOutline): Ground =>
  outline.kind === 'circle'
    ? { kind: 'circle', centre: outline.center, radiusM: outline.radiusM }
    : { kind: 'parts', parts: outline.parts }

const placesOf = (outline: ImportOutline): readonly (readonly number[])[] =>
  outline.kind === 'circle'
    ? circleRing(outline.center, outline.radiusM)
    : outline.parts.flatMap((part) => part[0] ?? [])

/** Maximum latitude of Web Mercator, degrees. */
const mapEndsAtLat = 85.05

/** Whether none of its corners can be shown on the map. */
export const isOffMap = ({ outline }: GeometryImportItem): boolean =>
  outline !== null && placesOf(outline).every(([, lat]) => Math.abs(lat!) > mapEndsAtLat)

const lookOf = ({ state, isChosen }: GeometryImportItem): MapItem['look'] =>
  state === 'bad' || isChosen ? state : 'left'

/** Time until the panel has its final position. */
const layoutMs = 200

/** Fits the map to these outlines whenever `key` changes. */
const useGoTo = (outlines: readonly ImportOutline[], maxZoom: number, key: string): void => {
  const { map, padding } = useFreeMap()
  const go = useEffectEvent((): void => {
    const bounds = boundsOfPlaces(outlines.flatMap(placesOf))
    if (bounds) map?.fitBounds(bounds, { padding: padding(24), maxZoom, animate: false })
  })
  // Must not run when a row is selected or deselected.
  useEffect(() => {
    if (!map) return
    const timer = setTimeout(go, layoutMs)
    return () => clearTimeout(timer)
  }, [map, key])
}

type Props = {
  rows: readonly GeometryImportItem[]
  selected: number | null
  onSelect: (number: number) => void
}

/** The listed items, coloured by their problems; excluded ones are grey. */
export const ImportLayer = ({ rows, selected, onSelect }: Props) => {
  const items = useMemo(
    () =>
      rows.flatMap((row): MapItem[] =>
        row.outline
          ? [
              {
                id: String(row.number),
                name: row.name,
                look: lookOf(row),
                shape: toGround(row.outline),
              },
            ]
          : [],
      ),
    [rows],
  )
  const layer = {
    items,
    selectedId: selected === null ? null : String(selected),
    onClick: (id: string) => onSelect(Number(id)),
  }
  useGroundLayer(style, layer)
  useGroundPoints(points, layer)
  const outlines = useMemo(() => rows.flatMap(({ outline }) => outline ?? []), [rows])
  useGoTo(outlines, 15, rows.map(({ number }) => number).join(' '))
  const one = rows.find(({ number }) => number === selected)?.outline
  useGoTo(one ? [one] : [], 16, String(selected))
  return null
}
