// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { sessionRoutes } from '@swath/contract/people/sessions'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { everyone } from '../../../sweep/testing-oracle.ts'
import { world, worldNow, newId, idsFor, personNames } from '../../../sweep/testing-world.ts'

const later = new Date(worldNow + 86_400_000)
/** An additional session of each person. */
const sessionId = idsFor(personNames)

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('session')
    .values(
      personNames.map((name) => ({
        id: sessionId[name],
        family: newId(),
        user_id: world.userId[name],
        host: 'localhost',
        access_hash: randomBytes(32),
        refresh_hash: randomBytes(32),
        access_until: later,
        idle_until: later,
        absolute_until: later,
        remember: false,
        ip: '127.0.0.1',
        user_agent: 'sweep',
      })),
    )
    .execute()
}

export const sessionSweep = featureSweep(sessionRoutes, {
  seed,
  strangers: {
    session: ({ person }) =>
      personNames.filter((name) => name !== person).map((name) => sessionId[name]),
  },
  cases: {
    listOwnSessions: { people: everyone },
    endOwnSession: {
      people: everyone,
      request: ({ person }) => ({ params: { sessionId: sessionId[person] } }),
      changes: true,
    },
    endOtherSessions: { people: everyone, changes: true },
  },
})
