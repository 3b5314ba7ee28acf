import type { droneModelRoutes } from '@swath/contract/fleet/drone-models'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { makersFor } from './drone-models.queries.ts'
import { readModel } from './held-models.ts'
import { modelChangeHandlers } from './model-changes.ts'
import { modelListHandlers } from './model-list.ts'
import { modelRangeHandlers } from './model-ranges.ts'

export const droneModelHandlers = (services: Services): Handlers<typeof droneModelRoutes> => {
  const { readDb } = services
  return {
    ...modelListHandlers(services),

    getDroneModel: async ({ params }, { caller }) => readModel(readDb, caller, params.modelId),

    ...modelChangeHandlers(services),
    ...modelRangeHandlers(services),

    listModelMakers: async (_input, { caller }) => ({
      items: (await makersFor(readDb, caller.scope)).map(({ id, name }) => ({
        accountId: id,
        accountName: name,
      })),
    }),
  }
}
