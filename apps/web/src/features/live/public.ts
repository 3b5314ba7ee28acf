// The console's one live connection: where drones are now, and what happens.
export { liveConnection, useLinkState, useLiveConnection, useLiveEvent } from './live.ts'
export { type LiveView } from './live-connection.ts'
export { useLiveTick } from './live-tick.ts'
