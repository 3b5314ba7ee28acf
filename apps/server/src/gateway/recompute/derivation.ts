import type { TimeRange } from '@swath/domain/time-range'
import type { Tx } from '../../platform/database/database.ts'

/** Data that a module computes from a drone's flights, in the transaction that rewrites them. */
export type Derivation = {
  /** Takes the module's locks, after those of tasks and before any flight or record changes. */
  lock: (tx: Tx, droneId: string) => Promise<void>
  /** Runs after flights, records, tasks, alarms and claims of the stretch are written. */
  derive: (tx: Tx, droneId: string, stretch: TimeRange, now: Date) => Promise<void>
}

/** A module that exports `derivations` in the order in which they run: threads import it too. */
export type DerivationsModule = { readonly derivations: readonly Derivation[] }

export const loadDerivations = async (
  module: string | URL | undefined,
): Promise<readonly Derivation[]> =>
  module === undefined ? [] : ((await import(String(module))) as DerivationsModule).derivations
