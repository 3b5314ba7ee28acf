import type { DroneRow, droneList } from '@swath/contract/fleet/drone-list'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMap, useMapLayer } from '../../../map/map-context.ts'
import { fontStack } from '../../../map/map-fonts.ts'
import { statusRank } from '../../../map/map-images.ts'
import { palettes, statusColors } from '../../../map/map-palette.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { useStage } from '../../../ui/stage.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useRowsInView } from '../../../ui/use-rows-in-view.ts'

const placeOf = ({ lng, lat }: DroneRow): LngLat | null =>
  lng === null || lat === null ? null : [lng, lat]

const layerOf = (
  rows: readonly DroneRow[],
  litId: string | null,
  palette: 'light' | 'dark',
): Omit<MapLayer, 'onClick'> => {
  const { rim, halo, label } = palettes[palette]
  // Flying drones are drawn over the others.
  const ordered = rows.toSorted((a, b) => statusRank[a.flight] - statusRank[b.flight])
  const features = ordered.flatMap((row): Feature[] => {
    const place = placeOf(row)
    return place
      ? [
          {
            type: 'Feature',
            properties: {
              id: row.droneId,
              name: row.droneName,
              colour: statusColors[row.flight],
              offline: row.flight === 'offline' ? 1 : 0,
              lit: row.droneId === litId ? 1 : 0,
            },
            geometry: { type: 'Point', coordinates: [...place] },
          },
        ]
      : []
  })
  return {
    id: 'listed-drones',
    slot: 'places',
    sources: { drones: { data: { type: 'FeatureCollection', features } } },
    styleLayers: [
      {
        id: 'dots',
        source: 'drones',
        kind: 'circle',
        clickable: true,
        paint: {
          'circle-radius': ['case', ['==', ['get', 'lit'], 1], 9, 6],
          'circle-color': ['case', ['==', ['get', 'offline'], 1], halo, ['get', 'colour']],
          'circle-stroke-color': ['case', ['==', ['get', 'offline'], 1], ['get', 'colour'], rim],
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'names',
        source: 'drones',
        kind: 'symbol',
        minZoom: 9,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': fontStack('zh-CN'),
          'text-size': 12,
          'text-offset': [0, 0.9],
          'text-anchor': 'top',
          'text-optional': true,
        },
        paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.6 },
      },
    ],
  }
}

type Props = {
  rows: readonly DroneRow[]
  /** The drone under the pointer, or with open details. */
  litId: string | null
}

const DronesOnMap = ({ rows, litId }: Props) => {
  const map = useMap()
  const { isMapOpen } = useStage()
  const openDetail = useOpenDetail()
  const open = useRef(openDetail)
  useEffect(() => {
    open.current = openDetail
  })
  useRowsInView({
    key: rows.map(({ droneId }) => droneId).join(' '),
    places: () => rows.map(placeOf).filter((place) => place !== null),
  })
  const palette = map?.palette() ?? 'light'
  useMapLayer(
    useMemo(
      (): MapLayer | null =>
        isMapOpen
          ? {
              ...layerOf(rows, litId, palette),
              onClick: ({ properties }) => open.current(String(properties['id'])),
            }
          : null,
      [rows, litId, palette, isMapOpen],
    ),
  )
  return null
}

const noRows: readonly DroneRow[] = []

/**
 * Shows the drones of the page at their last known positions on the map next to the list. @returns
 * the props that the list needs, and its last response
 */
export const useDronesOnMap = () => {
  const { rows = noRows, answer, onLoaded } = useLoadedRows<typeof droneList>()
  const [params] = useSearchParams()
  const [hoveredId, setHovered] = useState<string | null>(null)
  return {
    onMap: <DronesOnMap rows={rows} litId={hoveredId ?? params.get('open')} />,
    answer,
    listeners: {
      onLoaded,
      onHover: (drone: DroneRow | null) => setHovered(drone?.droneId ?? null),
    },
  }
}
