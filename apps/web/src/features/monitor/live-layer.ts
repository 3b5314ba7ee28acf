import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature, FeatureCollection } from 'geojson'
import { gather } from './gather.ts'
import { palettes } from '../../map/map-palette.ts'
import { droneImages, statusRank, type DroneStatus } from '../../map/map-images.ts'
import { liveStyleLayers } from './live-style.ts'
import type { MapHandle, MapLayer } from '../../map/map-types.ts'

/** Drones in view, one entry of each column a drone; up to about 5,000, beyond that clusters. */
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

/** Drones too many to draw one by one, counted by place. */
export type DroneClusters = {
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  readonly count: ArrayLike<number>
}

export type LiveLayerOptions = {
  readonly onDroneClick?: (id: string) => void
  /** Stands beside the name of a drone that does not really fly. */
  readonly simulatedWord?: string
  /** The drone under the pointer; null: none. Told when it changes. */
  readonly onDroneHover?: (id: string | null) => void
  /** Default: the map moves two zoom levels nearer. */
  readonly onClusterClick?: (at: LngLat) => void
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

const counted = (lng: number, lat: number, count: number): Feature =>
  point(lng, lat, { count, text: count > 9999 ? `${Math.floor(count / 1000)}k` : `${count}` })

/**
 * Moving drones, told apart by shape and colour. Nothing of it goes through React: call `setDrones`
 * for each message.
 */
export class LiveLayer {
  private readonly map: MapHandle
  private readonly options: LiveLayerOptions
  private drones: FeatureCollection = collection([])
  private clusters: FeatureCollection = collection([])
  /** Drones gathered here because they would lie on top of each other. */
  private groups: FeatureCollection = collection([])
  private columns: DroneColumns | null = null
  private selectedId: string | null = null
  private hoveredId: string | null = null

  constructor(map: MapHandle, options: LiveLayerOptions = {}) {
    this.map = map
    this.options = options
    this.restyle()
  }

  /** Draws the statuses anew, after the map's palette changed. */
  restyle(): void {
    this.map.setLayer(this.layer())
  }

  setDrones(columns: DroneColumns): void {
    this.columns = columns
    const features: Feature[] = []
    const { single, groups } = gather(
      columns.lng,
      columns.lat,
      this.map.view().zoom,
      this.selectedId === null ? -1 : columns.ids.indexOf(this.selectedId),
    )
    for (const i of single) {
      const lng = columns.lng[i]
      const lat = columns.lat[i]
      const status = columns.statuses[i]
      if (lng === undefined || lat === undefined || status === undefined) continue
      const headingDeg = columns.headingDeg[i]
      const simulated = columns.simulated?.[i] && status !== 'offline' ? 1 : 0
      features.push(
        point(lng, lat, {
          id: columns.ids[i]!,
          name: `${columns.names?.[i] ?? ''}${simulated && this.options.simulatedWord ? ` · ${this.options.simulatedWord}` : ''}`,
          status,
          rank: statusRank[status],
          simulated,
          headingDeg:
            headingDeg === undefined || Number.isNaN(headingDeg) || statusRank[status] < 2
              ? 0
              : headingDeg,
          locked: columns.locked?.[i] ? 1 : 0,
        }),
      )
    }
    this.drones = collection(features)
    this.groups = collection(groups.map(({ lng, lat, count }) => counted(lng, lat, count)))
    this.map.setData(layerId, 'drones', this.drones)
    this.map.setData(layerId, 'groups', this.groups)
    if (this.selectedId !== null) this.map.setData(layerId, 'selected', this.selected())
  }

  setClusters(clusters: DroneClusters): void {
    this.clusters = collection(
      Array.from({ length: clusters.count.length }, (_, i) =>
        counted(clusters.lng[i] ?? 0, clusters.lat[i] ?? 0, clusters.count[i] ?? 0),
      ),
    )
    this.map.setData(layerId, 'clusters', this.clusters)
  }

  select(id: string | null): void {
    this.selectedId = id
    this.map.setData(layerId, 'selected', this.selected())
  }

  remove(): void {
    this.map.removeLayer(layerId)
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
      images: droneImages(palettes[palette].rim),
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
