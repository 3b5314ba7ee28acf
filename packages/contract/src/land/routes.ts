import { chemicals } from './chemicals.ts'
import { crops } from './crops.ts'
import { geometryImportRoutes } from './geometry-imports.ts'
import { noFlyZoneRoutes } from './no-fly-zones.ts'
import { plotRoutes } from './plots.ts'
import { workTypes } from './work-types.ts'

export const landRoutes = {
  ...noFlyZoneRoutes,
  ...plotRoutes,
  ...chemicals.routes,
  ...crops.routes,
  ...workTypes.routes,
  ...geometryImportRoutes,
}
