// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { randomBytes } from 'node:crypto'
import { pushRoutes } from '@swath/contract/alarms/push'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { monitor, without } from '../../../sweep/testing-oracle.ts'
import { idsFor, newId, personNames, world, worldNow } from '../../../sweep/testing-world.ts'

const later = new Date(worldNow + 86_400_000)
const sessionId = idsFor(personNames)
const pushId = idsFor(personNames)
const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])

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
  await db
    .insertInto('push_subscription')
    .values(
      personNames.map((name) => ({
        id: pushId[name],
        user_id: world.userId[name],
        session_id: sessionId[name],
        endpoint: `https://push.example.com/${name}`,
        p256dh: point,
        auth: randomBytes(16),
        user_agent: 'sweep',
        created_at: new Date(worldNow),
      })),
    )
    .execute()
}

/** Staff are not notified. */
const notifiable = without(monitor, 'teamStaff', 'countyStaff')

export const pushSweep = featureSweep(pushRoutes, {
  seed,
  strangers: {
    'push-subscription': ({ person }) =>
      personNames.filter((name) => name !== person).map((name) => pushId[name]),
  },
  cases: {
    getPush: { people: notifiable, right: true },
    addPushBrowser: {
      people: notifiable,
      right: true,
      request: ({ person }) => ({
        body: {
          endpoint: `https://push.example.com/other-${person}`,
          p256dh: point.toString('base64url'),
          auth: Buffer.alloc(16).toString('base64url'),
        },
      }),
      changes: true,
    },
    renewPushBrowser: {
      people: 'public',
      request: () => ({
        body: {
          before: {
            endpoint: 'https://push.example.com/unknown',
            auth: Buffer.alloc(16).toString('base64url'),
          },
          endpoint: 'https://push.example.com/renewed',
          p256dh: point.toString('base64url'),
          auth: Buffer.alloc(16).toString('base64url'),
        },
      }),
    },
    removePushBrowser: {
      people: notifiable,
      right: true,
      request: ({ person }) => ({ params: { pushId: pushId[person] } }),
      changes: true,
    },
  },
})
