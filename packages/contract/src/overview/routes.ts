import { demonstrationRoutes } from './demonstration.ts'
import { jobRoutes } from './jobs.ts'
import { searchRoutes } from './search.ts'
import { shareLinkRoutes } from './share-links.ts'
import { workbenchRoutes } from './workbench.ts'

export const overviewRoutes = {
  ...demonstrationRoutes,
  ...workbenchRoutes,
  ...jobRoutes,
  ...searchRoutes,
  ...shareLinkRoutes,
}
