// Data that modules derive from a drone's flights, in the order of computation.
import type { Derivation } from './gateway/recompute/public.ts'
import { billingDerivation } from './modules/money/public.ts'

export const derivations: readonly Derivation[] = [billingDerivation]
