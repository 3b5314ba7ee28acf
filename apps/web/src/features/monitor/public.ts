// What other features need of the monitor: the live connection, and one drone on the map with the
// others around it.
export { liveConnection, useLinkState, useLiveConnection, useLiveEvent } from './live.ts'
export { DroneRows } from './drone-rows.tsx'
export { rangeQuery, useMapRange } from './map-range.ts'
export { MonitorMap, TrailOnMap, useFlyTo } from './monitor-map.tsx'
export { useFirstView } from './use-first-view.ts'
export { useWatchedDrone } from './use-watched-drone.ts'
