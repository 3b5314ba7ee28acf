import type { changeRoutes } from '@swath/contract/programs/changes'
import { changeTypesFor, type ChangeType } from '@swath/contract/programs/change-types'
import type { ScreensFor } from '../../../platform/http/bind.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { readCursor, writeCursor } from './change-cursor.ts'
import { readEra, readEvents, readPresent } from './changes.queries.ts'
import { presentEvent } from './present-event.ts'

/** From the primary database: a replica may lag, and its transactions end in another order. */
export const changeHandlers = (
  { db }: Pick<Services, 'db'>,
  { screensFor }: { screensFor: ScreensFor },
): Handlers<typeof changeRoutes> => ({
  listChanges: async ({ query: { after, types, limit } }, { caller, host }) => {
    const era = await readEra(db)
    if (after === undefined)
      return { items: [], next: writeCursor(era, await readPresent(db)), more: false }
    const from = after === 'start' ? era.deleted : readCursor(era, after)
    const wanted = types?.split(',') as ChangeType[] | undefined
    const { events, next, more } = await readEvents(db, from, {
      scope: caller.scope,
      types: changeTypesFor(await screensFor(caller, host)).filter(
        (type) => wanted?.includes(type) ?? true,
      ),
      limit,
    })
    return { items: events.map(presentEvent), next: writeCursor(era, next), more }
  },
})
