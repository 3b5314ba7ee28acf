// What other features use of work on plots.
export { groundOfFlights } from './plot-ground.ts'
