import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import { flightColors, groundColors } from '../../../../lib/theme.ts'
import { palettes } from '../../../../map/map-palette.ts'
import { droneImages } from '../../../../map/map-images.ts'
import {
  measureTrack,
  trackAt,
  trackGradient,
  type TrackColumns,
  type TrackMeasure,
} from './track-gradient.ts'
import type { MapHandle, MapStyleLayer, StyleValue } from '../../../../map/map-types.ts'

export type { TrackColumns } from './track-gradient.ts'

export type TrackOptions = {
  readonly track: TrackColumns
  /** Draws the sprayed swath below the line in its true width. */
  readonly swathWidthM?: number
}

const pale = (colour: string) => `${colour}59`
const colours = {
  on: flightColors.spraying,
  off: flightColors.offline,
  onAhead: pale(flightColors.spraying),
  offAhead: pale(flightColors.offline),
}
/** Metres per pixel at zoom 0 on the equator, with tiles of 512 px. */
const metresPerPixel = 78_271.517

/** The sprayed ground in its true width, at a latitude. */
const swathStyle = (swathWidthM: number, lat: number): MapStyleLayer => {
  const swathPx = swathWidthM / (metresPerPixel * Math.cos((lat * Math.PI) / 180))
  return {
    id: 'swath',
    source: 'sprayed',
    kind: 'line',
    minZoom: 13,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': groundColors.covered,
      'line-opacity': 0.25,
      'line-width': [
        'interpolate',
        ['exponential', 2],
        ['zoom'],
        13,
        swathPx * 2 ** 13,
        22,
        swathPx * 2 ** 22,
      ],
    },
  }
}

/** The line with its outline, and the drone. */
const trackStyles = (rim: string, gradient: StyleValue): MapStyleLayer[] => [
  {
    id: 'rim',
    source: 'line',
    kind: 'line',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': rim, 'line-width': 5, 'line-opacity': 0.8 },
  },
  {
    id: 'line',
    source: 'line',
    kind: 'line',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-width': 3, 'line-gradient': gradient },
  },
  {
    id: 'drone',
    source: 'drone',
    kind: 'symbol',
    layout: {
      'icon-image': ['concat', 'drone-', ['get', 'status'], `-${rim}`],
      'icon-rotate': ['get', 'headingDeg'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  },
]

/**
 * A flown track, coloured by the pump's state, with the drone at its current position. Seeking
 * sends no geometry.
 */
export class TrackLayer {
  private readonly map: MapHandle
  private readonly track: TrackColumns
  private readonly measure: TrackMeasure
  private readonly id: string

  /** The track needs at least two points. */
  constructor(map: MapHandle, { track, swathWidthM }: TrackOptions, id = 'track') {
    this.map = map
    this.track = track
    this.measure = measureTrack(track)
    this.id = id
    const { rim } = palettes[map.palette()]
    const line = Array.from({ length: track.lng.length }, (_, i) => [track.lng[i]!, track.lat[i]!])
    map.setLayer({
      id,
      slot: 'tracks',
      images: droneImages(rim),
      sources: {
        line: {
          lineMetrics: true,
          data: {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: line },
          },
        },
        sprayed: {
          data: {
            type: 'Feature',
            properties: {},
            geometry: { type: 'MultiLineString', coordinates: this.sprayed(line) },
          },
        },
        drone: { data: this.drone(0) },
      },
      styleLayers: [
        ...(swathWidthM === undefined ? [] : [swathStyle(swathWidthM, track.lat[0]!)]),
        ...trackStyles(rim, this.gradient(0)),
      ],
    })
  }

  /** Sets the elapsed share of the track's time, 0..1. @returns the drone's position */
  setProgress(fraction: number): LngLat {
    const { place, share } = trackAt(this.track, this.measure, fraction)
    this.map.setPaint(this.id, 'line', 'line-gradient', this.gradient(share))
    this.map.setData(this.id, 'drone', this.drone(fraction))
    return place
  }

  remove(): void {
    this.map.removeLayer(this.id)
  }

  private gradient(share: number): StyleValue {
    return trackGradient(this.measure, share, colours)
  }

  private drone(fraction: number): Feature {
    const { place, headingDeg, pumpOn } = trackAt(this.track, this.measure, fraction)
    return {
      type: 'Feature',
      properties: { headingDeg, status: pumpOn ? 'spraying' : 'flying' },
      geometry: { type: 'Point', coordinates: [...place] },
    }
  }

  private sprayed(line: readonly number[][]): number[][][] {
    const parts: number[][][] = []
    let open: number[][] | null = null
    for (let i = 0; i < line.length; i++) {
      const isOn = Boolean(this.track.pumpOn[i]) && i < line.length - 1
      if (open) open.push(line[i]!)
      if (isOn && !open) parts.push((open = [line[i]!]))
      else if (!isOn) open = null
    }
    return parts
  }
}
