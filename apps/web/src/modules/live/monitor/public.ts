// What other features need of the monitor: one drone on the map with the others around it.
export { DroneRows } from './drone-rows.tsx'
export { rangeQuery, useMapRange } from './map-range.ts'
export { MonitorMap, TrailOnMap } from './monitor-map.tsx'
export { PlotsInView } from './plots-in-view.tsx'
export { useFlyTo } from './use-fly-to.ts'
export { useWatchedDrone } from './use-watched-drone.ts'
