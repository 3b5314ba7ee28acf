// An id in the contract must declare what it identifies; otherwise the sweep would not try it with
// a foreign one.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { filter } from './fields.ts'
import { idSlots, unmarkedIds } from './id-slots.ts'
import { id, joinedIds, notARow } from './ids.ts'
import { route, type Route, type Schema } from './kit.ts'
import { LiveRequest } from './live/live.ts'

const routes = Object.entries(api) as [string, Route][]

test.each(routes)('%s: every id declares its kind of row, or why it has none', (_, route) => {
  for (const part of ['params', 'query', 'body', 'out'] as const)
    expect(unmarkedIds(route[part]), part).toEqual([])
})

test('every id of the live socket declares its kind of row', () => {
  expect(unmarkedIds(LiveRequest)).toEqual([])
})

describe('positions of ids in a call', () => {
  const inBody = (body: Schema): Route =>
    route({ method: 'POST', path: '/api/x', tag: 'x', summary: 'x', policy: {}, body })

  test.each([
    ['as they are', z.object({ droneId: id('drone') }), 'droneId'],
    [
      'where they may be missing',
      z.object({ logId: id('appLog').nullable().default(null) }),
      'logId',
    ],
    ['in a filter', z.object({ logId: filter(id('appLog')) }), 'logId'],
    ['described', z.object({ logId: id('appLog').describe('Goes') }), 'logId'],
    ['in lists', z.object({ ids: z.array(id('sortie')).min(1).optional() }), 'ids.[]'],
    ['deep', z.object({ a: z.array(z.object({ b: id('plot') })) }), 'a.[].b'],
    [
      'in one of several forms',
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('a') }),
        z.object({ type: z.literal('b'), userId: id('user') }),
      ]),
      'userId',
    ],
    ['behind a rule', z.object({ userId: id('user') }).refine(() => true), 'userId'],
    ['before they are changed', z.object({ userId: id('user').transform(String) }), 'userId'],
    ['joined', z.object({ chosen: filter(joinedIds('drone')) }), 'chosen'],
  ])('%s', (_, schema, path) => {
    expect(idSlots(inBody(schema)).map((slot) => slot.path.join('.'))).toEqual([path])
    expect(unmarkedIds(schema)).toEqual([])
  })

  test.each([
    ['an id', z.object({ droneId: z.string() }), 'droneId'],
    ['a list of them', z.object({ droneIds: z.array(z.string()) }), 'droneIds'],
    [
      'one beside a marked one',
      z.object({ a: z.object({ id: z.uuid() }), id: id('plot') }),
      'a.id',
    ],
  ])('%s that says nothing is found', (_, schema, path) => {
    expect(unmarkedIds(schema)[0]).toBe(path)
  })

  test('a field that identifies no row states the reason, and is not a slot', () => {
    const schema = z.object({ traceId: notARow('Of the request', z.string()).nullable() })
    expect([idSlots(inBody(schema)), unmarkedIds(schema)]).toEqual([[], []])
  })
})
