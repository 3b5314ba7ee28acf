import type { LngLat } from '@swath/domain/lng-lat'
import type { MapLayer } from '../../../map/map-types.ts'
import { colors } from '../../../lib/theme.ts'

type Ring = {
  id: string
  place: LngLat
  colour: string
  radiusPx: number
  /** Adds a dot at the centre if nothing else marks the position. */
  hasDot?: boolean
}

type Painted = MapLayer['styleLayers'][number]

/** A layer with a ring around a position. */
export const buildRing = ({ id, place, colour, radiusPx, hasDot = false }: Ring): MapLayer => {
  const ring: Painted = {
    id: 'ring',
    source: 'place',
    kind: 'circle',
    paint: {
      'circle-radius': radiusPx,
      'circle-color': colour,
      'circle-opacity': 0.12,
      'circle-stroke-color': colour,
      'circle-stroke-width': 2,
    },
  }
  const dot: Painted = {
    id: 'dot',
    source: 'place',
    kind: 'circle',
    paint: {
      'circle-radius': 5,
      'circle-color': colors.paper,
      'circle-stroke-color': colour,
      'circle-stroke-width': 2.5,
    },
  }
  return {
    id,
    slot: 'hovered-drone',
    sources: {
      place: {
        data: {
          type: 'Feature',
          properties: {},
          geometry: { type: 'Point', coordinates: [...place] },
        },
      },
    },
    styleLayers: hasDot ? [ring, dot] : [ring],
  }
}
