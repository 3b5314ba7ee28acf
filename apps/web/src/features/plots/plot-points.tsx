import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMapLayer } from '../../map/map-context.ts'
import { groundColors } from '../../map/map-palette.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { boundsOfShape } from '../../map/shapes.ts'
import { colors } from '../../ui/theme.ts'
import type { MapPlot } from './plot-layer.tsx'

/** From this zoom on a field of a hundred metres is wide enough to be seen itself. */
const seenFromZoom = 13

type Props = { items: readonly MapPlot[]; selectedId: string | null; onClick: (id: string) => void }

/** Dots where plots lie, for maps on which they would be too small to see. */
export const PlotPoints = ({ items, selectedId, onClick }: Props) => {
  const click = useRef(onClick)
  useEffect(() => {
    click.current = onClick
  })
  const layer = useMemo((): MapLayer => {
    const features = items.flatMap(({ id, shape }): Feature[] => {
      const bounds = boundsOfShape(shape)
      if (!bounds) return []
      const middle = [(bounds.minLng + bounds.maxLng) / 2, (bounds.minLat + bounds.maxLat) / 2]
      return [
        {
          type: 'Feature',
          properties: { id, selected: id === selectedId ? 1 : 0 },
          geometry: { type: 'Point', coordinates: middle },
        },
      ]
    })
    return {
      id: 'plot-points',
      slot: 'places',
      sources: { points: { data: { type: 'FeatureCollection', features } } },
      styleLayers: [
        {
          id: 'dots',
          source: 'points',
          kind: 'circle',
          clickable: true,
          maxZoom: seenFromZoom,
          paint: {
            'circle-radius': ['case', ['==', ['get', 'selected'], 1], 8, 5],
            'circle-color': groundColors.plot,
            'circle-stroke-color': colors.paper,
            'circle-stroke-width': 2,
          },
        },
      ],
      onClick: ({ properties }) => click.current(String(properties['id'])),
    }
  }, [items, selectedId])
  useMapLayer(layer)
  return null
}
