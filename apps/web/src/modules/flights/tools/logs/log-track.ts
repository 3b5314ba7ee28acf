import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useMap, useMapLayer } from '../../../../map/map-context.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import type { LngLat } from '@swath/domain/lng-lat'
import { TrackLayer } from '../../flights/track/track-layer.ts'
import type { OpenedLog } from './log-session.ts'

type Track = NonNullable<OpenedLog['track']>

/** The time of the track point closest to a position. */
const nearestMoment = (track: Track, [lng, lat]: LngLat): number => {
  const shrink = Math.cos((lat * Math.PI) / 180)
  let nearest = 0
  let best = Infinity
  for (let i = 0; i < track.tMs.length; i++) {
    const apart = ((track.lng[i]! - lng) * shrink) ** 2 + (track.lat[i]! - lat) ** 2
    if (apart < best) [best, nearest] = [apart, i]
  }
  return track.tMs[nearest]!
}

/** A wide invisible line that receives the clicks on the track. */
const clickLayer = (track: Track, seek: (tMs: number) => void): MapLayer => ({
  id: 'log-hit',
  slot: 'track-marks',
  sources: {
    line: {
      data: {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: track.lng.map((lng, i) => [lng, track.lat[i]!]),
        },
      },
    },
  },
  styleLayers: [
    {
      id: 'line',
      source: 'line',
      kind: 'line',
      clickable: true,
      paint: { 'line-width': 14, 'line-opacity': 0 },
    },
  ],
  onClick: ({ at }) => seek(nearestMoment(track, at)),
})

/**
 * Draws the log's track on the map. @returns a function that shows the drone's position at a time
 */
export const useLogTrack = (track: OpenedLog['track']) => {
  const map = useMap()
  const layer = useRef<TrackLayer | null>(null)
  const shownMs = useRef<number | null>(null)
  const showMoment = useCallback(
    (tMs: number): void => {
      shownMs.current = tMs
      if (!track) return
      const from = track.tMs[0]!
      const share = (tMs - from) / Math.max(1, track.tMs.at(-1)! - from)
      layer.current?.setProgress(Math.max(0, Math.min(1, share)))
    },
    [track],
  )
  useEffect(() => {
    if (!map || !track) return
    const made = new TrackLayer(map, { track }, 'log-track')
    layer.current = made
    if (shownMs.current !== null) showMoment(shownMs.current)
    return () => {
      layer.current = null
      made.remove()
    }
  }, [map, track, showMoment])
  return showMoment
}

export const useLogTrackClicks = (track: OpenedLog['track'], seek: (tMs: number) => void): void =>
  useMapLayer(useMemo(() => track && clickLayer(track, seek), [track, seek]))
