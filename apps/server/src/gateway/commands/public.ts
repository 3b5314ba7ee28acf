// Public interface of commands to drones for other parts of the server.
export { startCommandDispatcher } from './command-dispatcher.ts'
export { cancelWaitingLocks, insertCommand, setLocked } from './give-commands.queries.ts'
export { setProgramLock } from './program-lock.ts'
