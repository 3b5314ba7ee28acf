import type { Feature, FeatureCollection } from 'geojson'
import { fontStack } from '../../../../map/map-fonts.ts'
import { palettes, type MapPalette } from '../../../../map/map-palette.ts'
import { droneImages, statusRank, type DroneStatus } from '../../../../map/map-images.ts'
import type { MapHandle, MapLayer, MapStyleLayer, StyleValue } from '../../../../map/map-types.ts'

/**
 * A drone in a playback with several drones: number and colour identify it, the icon shows its
 * activity.
 */
export type FleetDrone = {
  readonly number: number
  readonly colour: string
  readonly status: DroneStatus
  readonly lng: number
  readonly lat: number
  readonly headingDeg: number
  readonly isFollowed: boolean
}
/** Lines of one drone in one state, as [lng, lat]; `id` identifies the flight. */
export type FleetLine = {
  readonly id: number
  readonly colour: string
  readonly spraying: boolean
  readonly lines: number[][][]
}

const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
const nothing = collection([])

/** The two lines of a flight have consecutive ids. */
const featureId = (id: number, spraying: boolean): number => id * 2 + (spraying ? 1 : 0)

const lineFeature = ({ id, colour, spraying, lines }: FleetLine): Feature => ({
  type: 'Feature',
  id: featureId(id, spraying),
  properties: { colour, spraying: spraying ? 1 : 0 },
  geometry: { type: 'MultiLineString', coordinates: lines },
})

const isSpraying = ['==', ['get', 'spraying'], 1] as const

// A fleet's day has tens of thousands of corners: round line joins would take most of the time of
// each frame.
const line = (id: string, source: string, opacity: StyleValue): MapStyleLayer => ({
  id,
  source,
  kind: 'line',
  layout: { 'line-join': 'bevel', 'line-cap': 'butt' },
  paint: {
    'line-color': ['get', 'colour'],
    'line-width': ['case', isSpraying, 2.6, 1],
    'line-opacity': opacity,
  },
})

const lineStyles: MapStyleLayer[] = [
  line('flights', 'flights', ['case', ['boolean', ['feature-state', 'flown'], false], 0.75, 0.2]),
  line('current', 'current', 1),
]

/** Each drone: its icon by activity, and its number. */
const droneStyles = ({ rim, label, halo }: MapPalette): MapStyleLayer[] => [
  {
    id: 'halo',
    source: 'drones',
    kind: 'circle',
    clickable: true,
    paint: {
      'circle-radius': ['case', ['==', ['get', 'followed'], 1], 20, 16],
      'circle-color': rim,
      'circle-opacity': 0.85,
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': ['case', ['==', ['get', 'followed'], 1], 4, 2.5],
    },
  },
  {
    id: 'signs',
    source: 'drones',
    kind: 'symbol',
    layout: {
      'icon-image': ['concat', 'drone-', ['get', 'status'], `-${rim}`],
      'icon-size': 0.8,
      'icon-rotate': ['get', 'headingDeg'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'rank'],
    },
  },
  {
    id: 'numbers',
    source: 'drones',
    kind: 'symbol',
    layout: {
      'text-field': ['to-string', ['get', 'number']],
      'text-font': fontStack('en'),
      'text-size': 12,
      'text-offset': [1.5, -1.3],
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 2 },
  },
]

/**
 * Several drones over time: flown lines, current lines, and positions. All updates bypass React.
 */
export class FleetLayer {
  private readonly map: MapHandle
  private readonly id: string

  constructor(map: MapHandle, onDroneClick: (number: number) => void, id = 'fleet') {
    this.map = map
    this.id = id
    map.setLayer(this.layer(onDroneClick))
  }

  /** All flights of the time, pale until they are over. */
  setFlights(lines: readonly FleetLine[]): void {
    this.map.setData(this.id, 'flights', collection(lines.map(lineFeature)))
  }

  setFlown(flight: number, isFlown: boolean): void {
    for (const spraying of [true, false])
      this.map.setFeatureState(this.id, 'flights', featureId(flight, spraying), { flown: isFlown })
  }

  /** The current flights, up to the current moment. */
  setCurrent(lines: readonly FleetLine[]): void {
    this.map.setData(this.id, 'current', collection(lines.map(lineFeature)))
  }

  setDrones(drones: readonly FleetDrone[]): void {
    this.map.setData(
      this.id,
      'drones',
      collection(
        drones.map(({ number, colour, status, lng, lat, headingDeg, isFollowed }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [lng, lat] },
          properties: {
            number,
            colour,
            status,
            rank: statusRank[status],
            headingDeg: Number.isNaN(headingDeg) || statusRank[status] < 2 ? 0 : headingDeg,
            followed: isFollowed ? 1 : 0,
          },
        })),
      ),
    )
  }

  remove(): void {
    this.map.removeLayer(this.id)
  }

  private layer(onDroneClick: (number: number) => void): MapLayer {
    const palette = palettes[this.map.palette()]
    return {
      id: this.id,
      slot: 'tracks',
      images: droneImages(palette.rim),
      sources: {
        flights: { data: nothing },
        current: { data: nothing },
        drones: { data: nothing },
      },
      styleLayers: [...lineStyles, ...droneStyles(palette)],
      onClick: ({ properties }) => onDroneClick(Number(properties['number'])),
    }
  }
}
