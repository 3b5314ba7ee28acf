import type { secondFactorRoutes } from '@swath/contract/people/second-factor'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { createSignInLog } from '../auth/sign-in-log.ts'
import type { Deps, FactorParts } from './factor-changes.ts'
import { ownFactorHandlers } from './own-factors.ts'
import { loadWebAuthn } from './passkeys.ts'
import { factorSignInHandlers } from './sign-in.ts'

export const secondFactorHandlers = (
  services: Services,
  parts: FactorParts,
): Handlers<typeof secondFactorRoutes> => {
  const deps: Deps = {
    ...services,
    ...parts,
    ...createSignInLog(services),
    throttle: createThrottle(services.db),
    changes: createChanges(services),
    sealer: createSealer(services.config),
  }
  // Loaded at the start: at the first passkey, devices would wait up to half a second.
  void loadWebAuthn()
  return { ...ownFactorHandlers(deps), ...factorSignInHandlers(deps) }
}
