import type { SortieDetail, Track } from '@swath/contract/flights/flights'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMap, useMapLayer } from '../../../../map/map-context.ts'
import type { EdgePadding, MapLayer } from '../../../../map/map-types.ts'
import { boundsOfPlaces } from '../../../../map/shapes.ts'
import { PlotLayer, type MapPlot } from '../../../land/public.ts'
import { colors, flightColors, groundColors } from '../../../../lib/theme.ts'
import { repeatedGround, trackPieces } from '../track/track-reading.ts'

type Ground = readonly (readonly (readonly (readonly [number, number])[])[])[]

const polygons = (ground: Ground): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: ground as unknown as number[][][][] },
})

/** The area that the sortie covered and, above it, the area it covered twice. */
const useCoveredGround = (detail: SortieDetail | undefined, track: Track | undefined): void => {
  useMapLayer(
    useMemo((): MapLayer | null => {
      if (!detail || detail.simulated) return null
      const repeated = track ? repeatedGround(track, detail.sprayWidth) : []
      return {
        id: 'covered',
        slot: 'covered-ground',
        sources: {
          covered: { data: polygons(detail.coveredRings as Ground) },
          repeated: { data: polygons(repeated) },
        },
        styleLayers: [
          {
            id: 'covered',
            source: 'covered',
            kind: 'fill',
            paint: { 'fill-color': groundColors.covered, 'fill-opacity': 0.45 },
          },
          {
            id: 'repeated',
            source: 'repeated',
            kind: 'fill',
            paint: { 'fill-color': groundColors.repeated, 'fill-opacity': 0.75 },
          },
        ],
      }
    }, [detail, track]),
  )
}

/** The selected tracks that are not being played. */
const useStillTracks = (
  tracks: readonly Track[],
  colourByFlight: ReadonlyMap<string, string>,
  onOpen: (sortieId: string) => void,
): void => {
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  }, [onOpen])
  useMapLayer(
    useMemo((): MapLayer | null => {
      if (tracks.length === 0) return null
      const features = tracks.flatMap((track) =>
        trackPieces(track).map(({ spraying, places }): Feature => ({
          type: 'Feature',
          properties: {
            id: track.sortieId,
            spraying: spraying ? 1 : 0,
            colour: colourByFlight.get(track.sortieId) ?? flightColors.spraying,
          },
          geometry: { type: 'LineString', coordinates: places },
        })),
      )
      return {
        id: 'tracks',
        slot: 'trail',
        sources: { lines: { data: { type: 'FeatureCollection', features } } },
        styleLayers: [
          {
            id: 'rim',
            source: 'lines',
            kind: 'line',
            clickable: true,
            layout: { 'line-join': 'round', 'line-cap': 'round' },
            paint: { 'line-color': colors.paper, 'line-width': 4, 'line-opacity': 0.7 },
          },
          {
            id: 'lines',
            source: 'lines',
            kind: 'line',
            layout: { 'line-join': 'round', 'line-cap': 'round' },
            paint: {
              'line-color': [
                'case',
                ['==', ['get', 'spraying'], 1],
                ['get', 'colour'],
                flightColors.offline,
              ],
              'line-width': ['case', ['==', ['get', 'spraying'], 1], 2.4, 1.6],
            },
          },
        ],
        onClick: ({ properties }) => open.current(String(properties['id'])),
      }
    }, [tracks, colourByFlight]),
  )
}

const noPlots: readonly MapPlot[] = []
const noColours: ReadonlyMap<string, string> = new Map()

type Props = {
  tracks: readonly Track[]
  activeId: string | null
  detail: SortieDetail | undefined
  /** Space that panels currently cover. */
  padding: () => EdgePadding
  onOpen: (sortieId: string) => void
  /** Colours of tracks shown together, by sortie; those without one use the spraying colour. */
  colours?: ReadonlyMap<string, string>
}

/** Everything on the map of the flight history, except for the track being played. */
export const HistoryMap = ({
  tracks,
  activeId,
  detail,
  padding,
  onOpen,
  colours = noColours,
}: Props) => {
  const map = useMap()
  const active = tracks.find((track) => track.sortieId === activeId)
  useCoveredGround(detail, active)
  useStillTracks(
    useMemo(
      () => tracks.filter((track) => track.sortieId !== activeId || track.recordTime.length < 2),
      [tracks, activeId],
    ),
    colours,
    onOpen,
  )
  const plots = useMemo(
    () =>
      detail?.block
        ? [
            {
              id: detail.block.blockId,
              name: detail.blockName ?? '',
              shape: { kind: 'parts' as const, parts: detail.block.parts },
            },
          ]
        : noPlots,
    [detail],
  )

  // Moves the map to the opened flight, else to all newly drawn ones. After that it stays where the
  // person moves it.
  const room = useRef(padding)
  useEffect(() => {
    room.current = padding
  }, [padding])
  const shown = useRef<{ active: Track | undefined; all: string }>({ active: undefined, all: '' })
  useEffect(() => {
    const before = shown.current
    const all = tracks.map(({ sortieId }) => sortieId).join(' ')
    if (!map || (before.active?.sortieId === active?.sortieId && before.all === all)) return
    shown.current = { active, all }
    const bounds = boundsOfTracks(
      active && before.active?.sortieId !== active.sortieId ? [active] : tracks,
    )
    if (bounds) map.fitBounds(bounds, { padding: room.current(), maxZoom: 18 })
  }, [map, active, tracks])
  return <PlotLayer items={plots} />
}

export const boundsOfTracks = (tracks: readonly Track[]): Bounds | null =>
  boundsOfPlaces(
    (function* places() {
      for (const { lng, lat } of tracks)
        for (let row = 0; row < lng.length; row++) yield [lng[row]!, lat[row]!]
    })(),
  )
