import type { organisationSignInRoutes } from '@swath/contract/people/organisation-sign-in'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { domainHandlers } from './domain-changes.ts'
import { organisationHandlers } from './organisation-sign-in.ts'
import { providerHandlers } from './provider-changes.ts'
import { createProviderClients } from './provider-client.ts'
import { createReadTexts, type ReadTexts } from './prove-domain.ts'

export const organisationSignInHandlers = (
  services: Services,
  {
    themes,
    sessions,
    readTexts = createReadTexts(),
  }: { themes: Themes; sessions: Sessions; readTexts?: ReadTexts },
): Handlers<typeof organisationSignInRoutes> => {
  const throttle = createThrottle(services.db)
  const clients = createProviderClients(services.config.oidcOrigins)
  const parts = { clients, throttle, sealer: createSealer(services.config), themes, sessions }
  return {
    ...providerHandlers(services, parts),
    ...domainHandlers(services, { throttle, readTexts }),
    ...organisationHandlers(services, parts),
  }
}
