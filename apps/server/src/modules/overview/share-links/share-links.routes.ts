import type { Api } from '@swath/contract/api'
import type { shareLinkRoutes } from '@swath/contract/overview/share-links'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { RunAs } from '../../../platform/http/run-as.ts'
import type { Services } from '../../../platform/services.ts'
import { openSharedReport } from './open-report.ts'
import { createShareLink, listShareLinks, revokeShareLink } from './share-link-changes.ts'

export type Calls = Handlers<typeof shareLinkRoutes>

export const shareLinkHandlers = (
  services: Services,
  parts: { themes: Pick<Themes, 'of'>; runAs: RunAs<Api> },
): Calls => {
  const deps = {
    ...services,
    ...parts,
    ...createChanges(services),
    throttle: createThrottle(services.db),
  }
  return {
    createShareLink: createShareLink(deps),
    listShareLinks: listShareLinks(deps),
    revokeShareLink: revokeShareLink(deps),
    openSharedReport: openSharedReport(deps),
  }
}
