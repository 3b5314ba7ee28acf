import { demonstrationRoutes } from './demonstration.ts'
import { jobRoutes } from './jobs.ts'
import { workbenchRoutes } from './workbench.ts'

/** The calls of this module. */
export const overviewRoutes = { ...demonstrationRoutes, ...workbenchRoutes, ...jobRoutes }
