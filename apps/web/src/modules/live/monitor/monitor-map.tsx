import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mapSettings } from '../../../lib/map-settings.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { LiveLayer } from './live-layer.ts'
import { useMap, useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import type { MarkedAlarm } from '../../alarms/public.ts'
import { liveConnection, useLinkState } from '../../../lib/live/live.ts'
import { toMapZone, ZoneLayer } from '../../land/public.ts'
import { PlotsInView } from './plots-in-view.tsx'
import { colors, flightColors } from '../../../lib/theme.ts'
import { groundRange, rangeQuery, type MapRange } from './map-range.ts'
import { buildRing } from './place-ring.ts'
import { Pointed } from './pointed-drone.tsx'
import { trailLines, type Trail } from './trail.ts'

type Props = {
  range: MapRange | null
  selectedId: string | null
  /** Alarms to show on the map. */
  alarms?: readonly MarkedAlarm[]
  /** Position of the hovered or focused row. */
  hoveredPlace: LngLat | null
  onSelect: (droneId: string) => void
  /** Called with the drone under the pointer; null: none. */
  onHover: (droneId: string | null) => void
  /** The drone under the pointer: a label shows its activity. */
  pointedId?: string | null
  selectedPlotId?: string | null
  /** Absent: plots are not clickable. */
  onPlot?: (plotId: string) => void
}

const noAlarms: readonly MarkedAlarm[] = []

/** The most severe unread alarm of each drone. */
const worstLevels = (alarms: readonly MarkedAlarm[]): Map<string, 1 | 2 | 3> => {
  const levels = new Map<string, 1 | 2 | 3>()
  for (const { droneId, level, read } of alarms)
    if (!read && level < (levels.get(droneId) ?? 4)) levels.set(droneId, level)
  return levels
}

/** Moves the drones: the store updates the map directly on each frame. */
const LiveDrones = ({
  selectedId,
  alarms = noAlarms,
  onSelect,
  onHover,
}: Pick<Props, 'selectedId' | 'alarms' | 'onSelect' | 'onHover'>) => {
  const map = useMap()
  const link = useLinkState()
  const select = useRef(onSelect)
  const layer = useRef<LiveLayer | null>(null)
  const { showDrone } = useStored(mapSettings)
  const { t } = useTranslation('ui')
  useEffect(() => {
    select.current = onSelect
  }, [onSelect])

  useEffect(() => {
    if (!map || !showDrone) return
    const live = new LiveLayer(map, {
      simulatedWord: t('simulated'),
      onDroneClick: (id) => {
        if (id) select.current(id)
      },
      onDroneHover: onHover,
    })
    layer.current = live
    const { store } = liveConnection
    let shown: 'drones' | 'clusters' | null = null
    const draw = (): void => {
      const kind = store.clusters.count.length > 0 ? 'clusters' : 'drones'
      live.setDrones(store.drones)
      // The other kind is cleared once, not on each frame.
      if (kind === 'clusters' || shown !== kind) live.setClusters(store.clusters)
      shown = kind
    }
    draw()
    const stop = store.subscribe(draw)
    return () => {
      stop()
      layer.current = null
      live.remove()
      onHover(null)
    }
  }, [map, showDrone, onHover, t])

  useEffect(() => layer.current?.select(selectedId), [map, showDrone, selectedId, t])
  const levels = useMemo(() => worstLevels(alarms), [alarms])
  useEffect(() => layer.current?.setAlarms(levels), [map, showDrone, levels, t])
  useEffect(() => {
    layer.current?.setStale(link === 'lost')
  }, [map, showDrone, link, t])
  return null
}

/** A ring around the drone of the hovered row. */
const Hovered = ({ place }: { place: LngLat | null }) => {
  const [lng, lat] = place ?? []
  useMapLayer(
    useMemo(
      () =>
        lng === undefined || lat === undefined
          ? null
          : buildRing({ id: 'hovered', place: [lng, lat], colour: colors.brand, radiusPx: 17 }),
      [lng, lat],
    ),
  )
  return null
}

const Zones = ({ range }: { range: MapRange | null }) => {
  const { showNoFlyZone } = useStored(mapSettings)
  const query = range && rangeQuery(groundRange(range.bounds))
  const zones = useQuery({
    ...buildQuery('listMonitorZones', { query: query! }),
    ...keepShown,
    enabled: query !== null && showNoFlyZone,
    staleTime: 60_000,
  })
  const items = useMemo(
    () => (showNoFlyZone ? (zones.data?.items ?? []).map(toMapZone) : []),
    [zones.data, showNoFlyZone],
  )
  return <ZoneLayer items={items} />
}

const trailLayer: MapLayer = {
  id: 'trail',
  slot: 'trail',
  sources: { lines: { data: { type: 'FeatureCollection', features: [] } } },
  styleLayers: [
    {
      id: 'rim',
      source: 'lines',
      kind: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colors.paper, 'line-width': 5, 'line-opacity': 0.8 },
    },
    {
      id: 'line',
      source: 'lines',
      kind: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': [
          'case',
          ['==', ['get', 'spraying'], 1],
          flightColors.spraying,
          flightColors.flying,
        ],
        'line-width': 3,
      },
    },
  ],
}

/** The flown part of the current flight, which grows during the flight. */
export const TrailOnMap = ({ trail }: { trail: Trail }) => {
  const map = useMap()
  useEffect(() => {
    if (!map) return
    map.setLayer(trailLayer)
    return () => map.removeLayer('trail')
  }, [map])
  useEffect(() => map?.setData('trail', 'lines', trailLines(trail)), [map, trail])
  return null
}

export const MonitorMap = ({
  range,
  selectedId,
  alarms = noAlarms,
  hoveredPlace,
  onSelect,
  onHover,
  pointedId = null,
  selectedPlotId = null,
  onPlot,
}: Props) => (
  <>
    <PlotsInView range={range} selectedId={selectedPlotId} onPlot={onPlot} />
    <Zones range={range} />
    <Hovered place={hoveredPlace} />
    <LiveDrones selectedId={selectedId} alarms={alarms} onSelect={onSelect} onHover={onHover} />
    {pointedId && <Pointed droneId={pointedId} />}
  </>
)
