// What modules work out from a drone's flights, in the order in which it runs.
import type { Derivation } from './gateway/recompute/public.ts'
import { billingDerivation } from './modules/money/public.ts'

export const derivations: readonly Derivation[] = [billingDerivation]
