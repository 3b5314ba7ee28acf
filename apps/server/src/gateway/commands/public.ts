// What other parts of the server use of commands to drones.
export { startCommandCourier } from './command-dispatcher.ts'
