// What other features draw of no-fly zones.
export { toMapZone, ZoneLayer } from './zone-layer.tsx'
