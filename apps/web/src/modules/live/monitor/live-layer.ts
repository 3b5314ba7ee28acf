import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature, FeatureCollection } from 'geojson'
import { gather } from './gather.ts'
import { palettes } from '../../../map/map-palette.ts'
import { droneImages, statusRank, type DroneStatus } from '../../../map/map-images.ts'
import { countSignName, drawCountSign, type StatusCounts } from '../../../map/count-signs.ts'
import { liveStyleLayers, staleProperties } from './live-style.ts'
import type { MapHandle, MapLayer } from '../../../map/map-types.ts'

/**
 * Drones in view as columns, one entry per drone. Up to 2,000; beyond that the server sends clusters.
 */
export type DroneColumns = {
  readonly ids: readonly string[]
  readonly names?: readonly string[]
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  /** Degrees clockwise from north; NaN where unknown. */
  readonly headingDeg: ArrayLike<number>
  readonly statuses: readonly DroneStatus[]
  readonly locked?: ArrayLike<number | boolean>
  /** The flight is simulated: nothing flies. */
  readonly simulated?: ArrayLike<number | boolean>
}

/** Drones that are too many to draw, counted by place. */
export type DroneClusters = {
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  readonly count: ArrayLike<number>
  /** Four per cluster: shares that are offline, on the ground, flying, spraying. */
  readonly shares: ArrayLike<number>
}

type AlarmLevel = 1 | 2 | 3

export type LiveLayerOptions = {
  readonly onDroneClick?: (id: string) => void
  /** Shown next to the name of a simulated drone. */
  readonly simulatedWord?: string
  /** Called with the drone under the pointer when it changes; null: none. */
  readonly onDroneHover?: (id: string | null) => void
  /** Default: zooms in by two levels. */
  readonly onClusterClick?: (at: LngLat) => void
  /** Creates icons by name. Replaceable, because tests have no canvas. */
  readonly imagesOf?: typeof droneImages
}

const layerId = 'live'
const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
const point = (lng: number, lat: number, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
})

const noCounts: StatusCounts = { spraying: 0, flying: 0, ground: 0, offline: 0 }
/** Where space is short, alarms have priority over any activity, level 1 most. */
const alarmRank = (level: AlarmLevel | undefined): number => (level ? 10 * (4 - level) : 0)
const chosenRank = 100
const staleOpacity = 0.45

/**
 * Moving drones, distinguished by shape and colour. Updates bypass React: call `setDrones` for each
 * message.
 */
export class LiveLayer {
  private readonly map: MapHandle
  private readonly options: LiveLayerOptions
  private drones: FeatureCollection = collection([])
  private clusters: FeatureCollection = collection([])
  /** Drones grouped here because their signs would overlap. */
  private groups: FeatureCollection = collection([])
  private columns: DroneColumns | null = null
  private alarmLevels: ReadonlyMap<string, AlarmLevel> = new Map()
  private selectedId: string | null = null
  private hoveredId: string | null = null
  private counted: DroneClusters | null = null
  private isStale = false
  private readonly stopHearing: () => void

  constructor(map: MapHandle, options: LiveLayerOptions = {}) {
    this.map = map
    this.options = options
    this.map.setLayer(this.layer())
    // The names of the icons contain the colours, so the layer must be rebuilt.
    this.stopHearing = map.onPaletteChange(() => {
      this.map.setLayer(this.layer())
      this.setStale(this.isStale)
      if (this.columns) this.setDrones(this.columns)
      if (this.counted) this.setClusters(this.counted)
    })
  }

  setDrones(columns: DroneColumns): void {
    this.columns = columns
    const { single, groups } = gather(
      columns.lng,
      columns.lat,
      this.map.view().zoom,
      this.selectedId === null ? -1 : columns.ids.indexOf(this.selectedId),
    )
    this.drones = collection(single.flatMap((i) => this.drone(columns, i) ?? []))
    this.groups = collection(
      groups.map(({ lng, lat, members }) => {
        const counts = { ...noCounts }
        let worst: AlarmLevel | 0 = 0
        for (const i of members) {
          counts[columns.statuses[i]!]++
          const level = this.alarmLevels.get(columns.ids[i]!)
          if (level && (worst === 0 || level < worst)) worst = level
        }
        return this.countSign(lng, lat, members.length, counts, worst)
      }),
    )
    this.map.setData(layerId, 'drones', this.drones)
    this.map.setData(layerId, 'groups', this.groups)
    if (this.selectedId !== null) this.map.setData(layerId, 'selected', this.selected())
  }

  setClusters(clusters: DroneClusters): void {
    this.counted = clusters
    const { lng, lat, count, shares } = clusters
    this.clusters = collection(
      Array.from({ length: count.length }, (_, i) => {
        const [offline, ground, flying, spraying] = [0, 1, 2, 3].map((k) => shares[4 * i + k] ?? 0)
        const counts = { offline, ground, flying, spraying } as StatusCounts
        return this.countSign(lng[i] ?? 0, lat[i] ?? 0, count[i] ?? 0, counts, 0)
      }),
    )
    this.map.setData(layerId, 'clusters', this.clusters)
  }

  /** Sets the most severe alarm of each drone; drawn with the next positions. */
  setAlarms(levels: ReadonlyMap<string, AlarmLevel>): void {
    this.alarmLevels = levels
    if (this.columns) this.setDrones(this.columns)
  }

  /** Greys the drones, because the data is out of date. */
  setStale(isStale: boolean): void {
    this.isStale = isStale
    for (const [styleLayer, property] of staleProperties)
      this.map.setPaint(layerId, styleLayer, property, isStale ? staleOpacity : 1)
  }

  select(id: string | null): void {
    this.selectedId = id
    this.map.setData(layerId, 'selected', this.selected())
  }

  remove(): void {
    this.stopHearing()
    this.map.removeLayer(layerId)
  }

  private drone(columns: DroneColumns, i: number): Feature | null {
    const [id, lng, lat, status] = [
      columns.ids[i],
      columns.lng[i],
      columns.lat[i],
      columns.statuses[i],
    ]
    if (id === undefined || lng === undefined || lat === undefined || status === undefined)
      return null
    const headingDeg = columns.headingDeg[i]
    const hasHeading = headingDeg !== undefined && !Number.isNaN(headingDeg)
    const simulated = columns.simulated?.[i] && status !== 'offline' ? 1 : 0
    const word = simulated ? this.options.simulatedWord : undefined
    const level = this.alarmLevels.get(id)
    return point(lng, lat, {
      id,
      name: `${columns.names?.[i] ?? ''}${word ? ` · ${word}` : ''}`,
      status,
      rank: statusRank[status] + alarmRank(level) + (id === this.selectedId ? chosenRank : 0),
      alarm: level ?? 0,
      simulated,
      headingDeg: hasHeading && statusRank[status] >= 2 ? headingDeg : 0,
      locked: columns.locked?.[i] ? 1 : 0,
    })
  }

  private countSign(
    lng: number,
    lat: number,
    count: number,
    counts: StatusCounts,
    alarm: AlarmLevel | 0,
  ): Feature {
    return point(lng, lat, {
      count,
      text: count > 9999 ? `${Math.floor(count / 1000)}k` : `${count}`,
      sign: countSignName(count, counts, alarm, this.map.palette()),
    })
  }

  private hover(id: string | null): void {
    if (id === this.hoveredId) return
    this.hoveredId = id
    this.options.onDroneHover?.(id)
  }

  private selected(): FeatureCollection {
    const { columns, selectedId } = this
    const i = columns && selectedId !== null ? columns.ids.indexOf(selectedId) : -1
    const lng = columns?.lng[i]
    const lat = columns?.lat[i]
    return collection(lng === undefined || lat === undefined ? [] : [point(lng, lat, {})])
  }

  private layer(): MapLayer {
    const palette = this.map.palette()
    return {
      id: layerId,
      slot: 'live-drones',
      images: (this.options.imagesOf ?? droneImages)(palettes[palette].rim),
      drawImage: drawCountSign,
      sources: {
        drones: { data: this.drones },
        clusters: { data: this.clusters },
        groups: { data: this.groups },
        selected: { data: this.selected() },
      },
      styleLayers: liveStyleLayers(palette),
      onHover: (hit) =>
        this.hover(typeof hit?.properties['id'] === 'string' ? hit.properties['id'] : null),
      onClick: ({ properties, at }) => {
        if (typeof properties['id'] === 'string') this.options.onDroneClick?.(properties['id'])
        else if (this.options.onClusterClick) this.options.onClusterClick(at)
        else this.map.moveTo(at, { zoom: Math.min(18, this.map.view().zoom + 2) })
      },
    }
  }
}
