import type { Packages } from './packages.ts'

export type Position = readonly [number, number]
export type Geometry =
  | { type: 'LineString'; arcs: number[] }
  | { type: 'MultiLineString'; arcs: number[][] }
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
export type Described<P = unknown> = Geometry & { id?: string; properties?: P }
export type Collection<P = unknown> = { type: 'GeometryCollection'; geometries: Described<P>[] }
export type Topology = {
  type: 'Topology'
  objects: Record<string, Collection>
  /** Absolute degrees, unless there is a `transform`: then steps of whole numbers. */
  arcs: [number, number, number?][][]
  transform?: { scale: [number, number]; translate: [number, number] }
}
export type LineFeature = {
  type: 'Feature'
  properties: Record<string, string>
  geometry: { type: 'MultiLineString'; coordinates: Position[][] }
}

type Client = {
  meshArcs: (
    topology: Topology,
    object: Collection,
    keep: (a: unknown, b: unknown) => boolean,
  ) => { type: 'MultiLineString'; arcs: number[][] }
}
type Server = { topology: (objects: Record<string, unknown>, quantization: number) => Topology }
type Simplify = { presimplify: (topology: Topology) => Topology }

export const topologyPackages = ['topojson-client', 'topojson-server', 'topojson-simplify'] as const

export type TopologyTools = Client & Server & Simplify

export async function loadTopologyTools(packages: Packages): Promise<TopologyTools> {
  const client = await packages.load<Client>('topojson-client', 'src/index.js')
  const server = await packages.load<Server>('topojson-server', 'src/index.js')
  const simplify = await packages.load<Simplify>('topojson-simplify', 'src/index.js')
  return { meshArcs: client.meshArcs, topology: server.topology, presimplify: simplify.presimplify }
}

/** Arc numbers of a geometry; a backward arc `~n` counts as `n`. */
export function listArcNumbers(geometry: Geometry): number[] {
  return (geometry.arcs as unknown[])
    .flat(3)
    .map((arc) => ((arc as number) < 0 ? ~(arc as number) : (arc as number)))
}

/** Absolute coordinates of every arc, in degrees. */
export function absoluteArcs(topology: Topology): Position[][] {
  const { transform } = topology
  return topology.arcs.map((arc) => {
    if (!transform) return arc.map(([x, y]) => [x, y] as const)
    let x = 0
    let y = 0
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ] as const
    })
  })
}
