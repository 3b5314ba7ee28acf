import { apiKeyList, type apiKeyRoutes } from '@swath/contract/people/api-keys'
import type { Handlers } from '../../../platform/http/context.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import type { ScreensFor } from '../../../platform/http/bind.ts'
import { createApiKey, revokeApiKey } from './api-key-changes.ts'
import { keyRows } from './api-keys.queries.ts'
import { presentKey } from './present-key.ts'

export const apiKeyHandlers = (
  services: Services,
  parts: { screensFor: ScreensFor },
): Handlers<typeof apiKeyRoutes> => {
  const { readDb, clock } = services
  const deps = { ...services, ...createChanges(services), ...parts }
  return {
    listApiKeys: async ({ query }, { caller: { accountId } }) => {
      const whose = { accountId, now: new Date(clock.now()) }
      const [page, counts] = await Promise.all([
        keyRows.readPage(readDb, whose, query, presentKey),
        keyRows.countStates(readDb, whose, query),
      ])
      return { ...page, counts, can: { create: true } }
    },
    exportApiKeys: async ({ query }, context) =>
      listFile(apiKeyList, query, context, {
        rows: keyRows.each(
          readDb,
          { accountId: context.caller.accountId, now: new Date(clock.now()) },
          query,
        ),
        present: presentKey,
      }),
    createApiKey: createApiKey(deps),
    revokeApiKey: revokeApiKey(deps),
  }
}
