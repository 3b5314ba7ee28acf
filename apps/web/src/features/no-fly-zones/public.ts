// What other features draw of no-fly zones.
export { ZoneLayer } from './zone-layer.tsx'
