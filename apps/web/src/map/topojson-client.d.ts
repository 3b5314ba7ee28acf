declare module 'topojson-client' {
  import type { Feature, FeatureCollection } from 'geojson'
  type Topology = {
    readonly type: 'Topology'
    readonly objects: Readonly<Record<string, unknown>>
    readonly arcs: unknown
  }
  export function feature(topology: Topology, object: unknown): Feature | FeatureCollection
}
