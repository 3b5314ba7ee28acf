// What other features ask of leases.
export { hashActivationCode } from './activation-code.ts'
export { composeContract } from './contract-document.ts'
export {
  leaseOfFlight,
  toFlownLease,
  type FlownLease,
  type FlownLeaseRow,
} from './lease-flights.queries.ts'
export { lockingOfDrones } from './locking-of-drones.ts'
