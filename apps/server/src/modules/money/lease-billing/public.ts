// What others use of the money of leases: charging flights, in the transaction of whatever changes
// them or their lease; what a client has; and the job that follows a balance.
export { balanceChanges } from './balance-changes.ts'
export { balanceOfClient } from './client-balance.ts'
export { rechargePayments } from './recharge-payments.ts'
export { billingDerivation } from './billing-derivation.ts'
export { billFlights } from './bill-flights.ts'
export { holdBillsOfDrone } from './bill-flights.queries.ts'
export { tellSealedBalances } from './tell-balance.ts'
export { lockingOfDrones } from './locking-of-drones.ts'
