// The entry point of this module for other modules.
export { commandLabels, reasonText, stateLabels } from './flight-control/command.labels.ts'
export { LockDialog } from './flight-control/lock-dialog.tsx'
export { DroneOrders } from './flight-control/main-orders.tsx'
export { useMapRange } from './monitor/map-range.ts'
export { useLiveRange } from './monitor/use-live-view.ts'
export { MonitorMap } from './monitor/monitor-map.tsx'
export { PlotsInView } from './monitor/plots-in-view.tsx'
