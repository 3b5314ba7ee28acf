import { longestPlayedMs, mostPlayed, type FlownDrone } from '@swath/contract/flights/flights'
import type { Feature, FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { useMapLayer, useMapPalette } from '../../../../map/map-context.ts'
import { fontStack } from '../../../../map/map-fonts.ts'
import { palettes, type MapPalette } from '../../../../map/map-palette.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import { boundsOfPlaces } from '../../../../map/shapes.ts'
import { useFit } from '../../../../ui/use-first-view.ts'
import { playColour } from '../history/play-colours.ts'
import { toFlightLines } from './fleet-lines.ts'
import type { Played } from './played-moment.ts'
import { computeBounds } from './playback-times.ts'
import { usePlayed } from './use-played.ts'

const collect = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

type Colours = ReadonlyMap<string, string>

const tracksOf = (drones: readonly Played[], colours: Colours): Feature[] =>
  drones.map(({ drone: { droneId }, track, startMs }) => {
    const coordinates = Array.from(startMs, (_, flight) => {
      const lines = toFlightLines(track, flight, track.flightFrom[flight + 1]! - 1)
      return [...lines.transit, ...lines.spraying]
    }).flat()
    return {
      type: 'Feature',
      properties: { colour: colours.get(droneId)! },
      geometry: { type: 'MultiLineString', coordinates },
    }
  })

/** Where the drones were last: from far away, tracks are too small to see. */
const placesOf = (drones: readonly Played[], colours: Colours): Feature[] =>
  drones.flatMap(({ drone: { droneId, droneName }, track: { lng, lat, lineRows } }): Feature[] => {
    const row = lineRows.at(-1)
    if (row === undefined) return []
    return [
      {
        type: 'Feature',
        properties: { colour: colours.get(droneId)!, name: droneName },
        geometry: { type: 'Point', coordinates: [lng[row]!, lat[row]!] },
      },
    ]
  })

const toLayer = (
  drones: readonly Played[],
  colours: Colours,
  { label, halo, rim }: MapPalette,
): MapLayer => ({
  id: 'day-tracks',
  slot: 'tracks',
  sources: {
    tracks: { data: collect(tracksOf(drones, colours)) },
    places: { data: collect(placesOf(drones, colours)) },
  },
  styleLayers: [
    {
      id: 'tracks',
      source: 'tracks',
      kind: 'line',
      paint: { 'line-color': ['get', 'colour'], 'line-width': 1.6, 'line-opacity': 0.5 },
    },
    {
      id: 'places',
      source: 'places',
      kind: 'circle',
      paint: {
        'circle-radius': 5,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': rim,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'names',
      source: 'places',
      kind: 'symbol',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fontStack('zh-CN'),
        'text-size': 12,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.8,
      },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.8 },
    },
  ],
})

const boundsOf = (items: readonly FlownDrone[]) =>
  boundsOfPlaces(
    items.flatMap(({ bounds }): [number, number][] =>
      bounds
        ? [
            [bounds.minLng, bounds.minLat],
            [bounds.maxLng, bounds.maxLat],
          ]
        : [],
    ),
  )

type Span = { startTime: string; endTime: string }

/**
 * Draws the flights of the first listed drones, as many as can be played together, and moves the
 * map to them. Returns the colours of the drones on the map.
 */
export const useDayTracks = (
  items: readonly FlownDrone[] | undefined,
  { startTime, endTime }: Span,
): Colours => {
  const ids = (items ?? []).slice(0, mostPlayed).map(({ droneId }) => droneId)
  // Sorted: the list is in order of sorties, and the map must not move when that changes.
  const text = ids.toSorted().join(' ')
  const isShort = Date.parse(endTime) - Date.parse(startTime) <= longestPlayedMs
  const asked = useMemo(
    () => (text && isShort ? { droneIds: text.split(' '), startTime, endTime } : null),
    [text, isShort, startTime, endTime],
  )
  const played = usePlayed(asked)
  const drones = played.data?.drones
  const palette = palettes[useMapPalette()]
  const colours = useMemo(
    () => new Map((asked?.droneIds ?? []).map((id, index) => [id, playColour(index)])),
    [asked],
  )
  useMapLayer(useMemo(() => toLayer(drones ?? [], colours, palette), [drones, colours, palette]))
  const fit = useFit()
  const isWithoutTracks = items !== undefined && (asked === null || played.isError)
  const bounds = useMemo(
    () => (drones ? computeBounds(drones) : isWithoutTracks ? boundsOf(items) : null),
    [drones, isWithoutTracks, items],
  )
  useEffect(() => {
    if (bounds) fit?.({ bounds, densest: null, isClearOfTools: true }, false)
  }, [fit, bounds])
  return colours
}
