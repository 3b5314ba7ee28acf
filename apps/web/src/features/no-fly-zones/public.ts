// What other features draw of no-fly zones, and how corners are typed.
export { toMapZone, ZoneLayer } from './zone-layer.tsx'
export { VertexTable } from './vertex-table.tsx'
