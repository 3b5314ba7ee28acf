import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMapLayer } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { boundsOfShape } from '../../map/shapes.ts'
import type { MapZone } from './zone-layer.tsx'
import { colors, groundColors } from '../../ui/theme.ts'

/** From this zoom on a zone of a kilometre is wide enough to be seen itself. */
const seenFromZoom = 10

type Props = { items: readonly MapZone[]; selectedId: string | null; onClick: (id: string) => void }

/** Dots where zones lie, for maps on which the zones themselves would be too small to see. */
export const ZonePoints = ({ items, selectedId, onClick }: Props) => {
  const click = useRef(onClick)
  useEffect(() => {
    click.current = onClick
  })
  const layer = useMemo((): MapLayer => {
    const features = items.flatMap(({ id, shape, isEnabled }): Feature[] => {
      const bounds = boundsOfShape(shape)
      return bounds
        ? [
            {
              type: 'Feature',
              properties: { id, enabled: isEnabled ? 1 : 0, selected: id === selectedId ? 1 : 0 },
              geometry: {
                type: 'Point',
                coordinates: [
                  (bounds.minLng + bounds.maxLng) / 2,
                  (bounds.minLat + bounds.maxLat) / 2,
                ],
              },
            },
          ]
        : []
    })
    return {
      id: 'zone-points',
      slot: 'zone-corners',
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
            'circle-color': [
              'case',
              ['==', ['get', 'enabled'], 1],
              groundColors.zone,
              groundColors.zoneDisabled,
            ],
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
