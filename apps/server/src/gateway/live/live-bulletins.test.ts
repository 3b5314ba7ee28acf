import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Caller } from '@swath/domain/access/caller'
import { createEventBus } from '../../platform/events/events.ts'
import { tellBulletins } from './live-bulletins.ts'
import type { LiveClient } from './live-client.ts'

const openClient = (accountId: string | null) => {
  const sent: string[] = []
  const socket = { OPEN: 1, readyState: 1, send: (text: string) => void sent.push(text) }
  const caller = accountId === null ? null : ({ accountId } as Caller)
  return { sent, client: { socket, caller } as unknown as LiveClient }
}

test('notifies only consoles of the accounts that receive the bulletin', async () => {
  const events = createEventBus()
  const [first, second, other, stranger] = ['notified', 'notified', 'other', null].map(openClient)
  const clients = [first!, second!, other!, stranger!]
  const asked: unknown[] = []
  const stop = tellBulletins(
    {
      events,
      log: pino({ level: 'silent' }),
      bulletinAudience: async (bulletinId, accountIds) => {
        asked.push([bulletinId, accountIds])
        if (bulletinId === 'lost') throw new Error('no database')
        return ['notified', 'elsewhere']
      },
    },
    new Set(clients.map(({ client }) => client)),
  )
  events.emit('bulletinSent', { bulletinId: 'lost' })
  events.emit('bulletinSent', { bulletinId: 'one' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([
    ['lost', ['notified', 'other']],
    ['one', ['notified', 'other']],
  ])
  expect(clients.map(({ sent }) => sent)).toEqual([
    ['{"type":"bulletinsChanged"}'],
    ['{"type":"bulletinsChanged"}'],
    [],
    [],
  ])
  stop()
  events.emit('bulletinSent', { bulletinId: 'two' })
  expect(asked).toHaveLength(2)
})
