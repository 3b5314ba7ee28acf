import { useMemo } from 'react'
import { fontStack } from '../../../../map/map-fonts.ts'
import { useMapLayer } from '../../../../map/map-context.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import { colors } from '../../../../lib/theme.ts'
import type { Converted } from './conversion.ts'

/** The positions on the map, labelled with their line numbers. */
export const PlaceMarkers = ({ places }: { places: readonly Converted[] }) => {
  useMapLayer(
    useMemo(
      (): MapLayer => ({
        id: 'converted',
        slot: 'places',
        sources: {
          places: {
            data: {
              type: 'FeatureCollection',
              features: places.map(({ line, places: { wgs84 } }) => ({
                type: 'Feature',
                properties: { name: String(line) },
                geometry: { type: 'Point', coordinates: [...wgs84] },
              })),
            },
          },
        },
        styleLayers: [
          {
            id: 'dots',
            source: 'places',
            kind: 'circle',
            paint: {
              'circle-radius': 6,
              'circle-color': colors.brand,
              'circle-stroke-color': colors.paper,
              'circle-stroke-width': 2,
            },
          },
          {
            id: 'numbers',
            source: 'places',
            kind: 'symbol',
            layout: {
              'text-field': ['get', 'name'],
              'text-font': fontStack('en'),
              'text-size': 12,
              'text-anchor': 'left',
              'text-offset': [0.9, 0],
            },
            paint: {
              'text-color': colors.ink,
              'text-halo-color': colors.paper,
              'text-halo-width': 1.8,
            },
          },
        ],
      }),
      [places],
    ),
  )
  return null
}
