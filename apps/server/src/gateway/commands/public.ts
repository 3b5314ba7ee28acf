// What other parts of the server use of commands to drones.
export { startCommandDispatcher } from './command-dispatcher.ts'
