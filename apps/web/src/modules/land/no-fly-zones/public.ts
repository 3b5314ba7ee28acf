// What other features draw of no-fly zones, and how corners are typed.
export { NearestZone } from './nearest-zone.tsx'
export { useZonesAround } from './use-zones-around.ts'
export { toMapZone, ZoneLayer } from './zone-layer.tsx'
export { VertexTable } from './vertex-table.tsx'
