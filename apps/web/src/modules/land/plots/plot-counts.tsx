import { useMemo } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useMapLayer, useMapPalette } from '../../../map/map-context.ts'
import { fontStack } from '../../../map/map-fonts.ts'
import { groundColors, palettes } from '../../../map/map-palette.ts'
import type { MapLayer } from '../../../map/map-types.ts'

/** A cell of the grid: its centre in degrees, and its number of plots. */
export type PlotCell = { readonly lng: number; readonly lat: number; readonly count: number }

const buildLayer = (
  cells: readonly PlotCell[],
  { label, halo }: { label: string; halo: string },
): MapLayer => ({
  id: 'plot-counts',
  slot: 'plots',
  sources: {
    cells: {
      data: {
        type: 'FeatureCollection',
        features: cells.map(({ lng, lat, count }) => ({
          type: 'Feature',
          properties: { count, text: formatCount(count) },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      },
    },
  },
  styleLayers: [
    {
      id: 'discs',
      source: 'cells',
      kind: 'circle',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['get', 'count'], 1, 10, 1000, 20, 20000, 28],
        'circle-color': groundColors.plot,
        'circle-opacity': 0.16,
        'circle-stroke-color': groundColors.plot,
        'circle-stroke-width': 1.4,
      },
    },
    {
      id: 'numbers',
      source: 'cells',
      kind: 'symbol',
      layout: {
        'text-field': ['get', 'text'],
        'text-font': fontStack('zh-CN'),
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ],
})

/** Numbers of plots by cell, for when they are too many to draw. */
export const PlotCounts = ({ cells }: { cells: readonly PlotCell[] }) => {
  const palette = useMapPalette()
  useMapLayer(
    useMemo(
      () => (cells.length === 0 ? null : buildLayer(cells, palettes[palette])),
      [cells, palette],
    ),
  )
  return null
}
