import type { Derivation } from '../../../gateway/recompute/public.ts'
import { billFlights } from './bill-flights.ts'
import { holdBillsOfDrone } from './bill-flights.queries.ts'

/** Charges flights of leased drones in the transaction that writes their records. */
export const billingDerivation: Derivation = { lock: holdBillsOfDrone, derive: billFlights }
