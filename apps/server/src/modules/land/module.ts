// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { chemicalList } from './chemicals/chemicals.ts'
import { cropList } from './crops/crops.ts'
import { workTypeList } from './work-types/work-types.ts'
import { noFlyZoneHandlers } from './no-fly-zones/no-fly-zones.routes.ts'
import { plotHandlers } from './plots/plots.routes.ts'
import { geometryImportHandlers } from './geometry-imports/geometry-imports.routes.ts'
import { applyImportsJob, applyImportsKind } from './geometry-imports/apply-import.ts'
import { removeStaleImportsJob, removeStaleImportsKind } from './geometry-imports/import-cleanup.ts'
import { undoImportsJob, undoImportsKind } from './geometry-imports/undo-import.ts'
import { findFlightsJob, findFlightsKind } from './plots/earlier-flights.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services, themes }: ModuleParts) => ({
  ...chemicalList.handlers(services),
  ...cropList.handlers(services),
  ...workTypeList.handlers(services),
  ...noFlyZoneHandlers(services),
  ...plotHandlers(services, { themes }),
  ...geometryImportHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  applyImportsKind,
  removeStaleImportsKind,
  undoImportsKind,
  findFlightsKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services }: JobParts) => ({
  'geometry-imports.apply': applyImportsJob(services),
  'geometry-imports.remove-forgotten': removeStaleImportsJob(services),
  'geometry-imports.undo': undoImportsJob(services),
  'plots.find-flights': findFlightsJob(services),
})
