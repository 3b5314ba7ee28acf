// What other features need of the monitor: the live connection.
export { useLinkState, useLiveConnection, useLiveEvent } from './live.ts'
