// What other features ask of leases.
export { hashActivationCode } from './activation-code.ts'
export { composeContract } from './contract-document.ts'
export { leaseOfFlight, type FlownLease } from './lease-flights.queries.ts'
export { lockingOfDrones } from './locking-of-drones.ts'
