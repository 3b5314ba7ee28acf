// What other parts of the server use of commands to drones.
export { startCommandDispatcher } from './command-dispatcher.ts'
export { cancelWaitingLocks, insertCommand, setLocked } from './give-commands.queries.ts'
export { setProgramLock } from './program-lock.ts'
