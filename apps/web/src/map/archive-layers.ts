// Layers of an archive, drawn above the built-in ground and below its names.
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Look } from './map-look.ts'
import type { MapArchive } from './map-types.ts'
import { baseGround, baseLabels } from './protomaps-layers.ts'
import { shapeLabels, shapeLayers } from './shape-layers.ts'
import { archiveTiles } from './tile-archive.ts'

const sourceId = (number: number): string => `archive-${number}`
/** The bounding box of an archive: nothing is requested outside it. */
const bounds = (coverage: MapArchive['coverage']): [number, number, number, number] => [
  Math.min(...coverage.map(([west]) => west)),
  Math.min(...coverage.map(([, south]) => south)),
  Math.max(...coverage.map(([, , east]) => east)),
  Math.max(...coverage.map(([, , , north]) => north)),
]

export const archiveSource = (
  { url, kind, encoding, minZoom, maxZoom, coverage, credits }: MapArchive,
  number: number,
): [string, SourceSpecification] => [
  sourceId(number),
  {
    tiles: [archiveTiles(url)],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: bounds(coverage),
    ...(credits === '' ? {} : { attribution: credits }),
    ...(kind === 'pictures' ? { type: 'raster', tileSize: 256 } : { type: 'vector', encoding }),
  },
]

export const archiveLayers = (
  { kind, layers }: MapArchive,
  number: number,
  look: Look,
): LayerSpecification[] => {
  const source = sourceId(number)
  if (kind === 'pictures')
    return [{ id: source, type: 'raster', source, paint: { 'raster-fade-duration': 150 } }]
  return kind === 'base' ? baseGround(source, look) : shapeLayers(source, layers, look)
}

export const archiveLabels = (
  { kind, layers }: MapArchive,
  number: number,
  look: Look,
): LayerSpecification[] => {
  const source = sourceId(number)
  if (kind === 'pictures') return []
  return kind === 'base' ? baseLabels(source, look) : shapeLabels(source, layers, look)
}

/** Archives contain towns from this zoom. */
const ownTownsFromZoom = 8

/** Matches places outside the coverage of base-map archives; null if there are none. */
export const beyondArchives = (archives: readonly MapArchive[]): ExpressionSpecification | null => {
  const boxes = archives.filter(({ kind }) => kind === 'base').flatMap(({ coverage }) => coverage)
  if (boxes.length === 0) return null
  const coordinates = boxes.map(([west, south, east, north]) => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ])
  return [
    'any',
    ['<', ['zoom'], ownTownsFromZoom],
    ['!', ['within', { type: 'MultiPolygon', coordinates }]],
  ]
}
