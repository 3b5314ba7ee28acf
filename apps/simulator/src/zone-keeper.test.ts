import { expect, test } from 'vitest'
import { ZoneKeeper } from './zone-keeper.ts'

const at = [120.05, 30.25] as const
const bounds = [119.9, 30.1, 120.3, 30.5] as const
const page = (version: string, number: number, pages: number, ...ids: string[]) =>
  Buffer.from(
    JSON.stringify({
      v: 1,
      type: 'page',
      version,
      page: number,
      pages,
      bounds,
      zones: ids.map((id) => ({ id, n: 1 })),
    }),
  )
const start = () => {
  const said: { type: string; page?: number; have?: string; version?: string }[] = []
  const clock = { nowMs: 0 }
  const keeper = new ZoneKeeper({
    say: (word) => said.push(word as never),
    nowMs: () => clock.nowMs,
  })
  keeper.connected()
  keeper.tick(at)
  return { keeper, said, clock }
}

test('requests, collects the pages, and reports its version', () => {
  const { keeper, said } = start()
  keeper.hear(page('c.1', 0, 2, 'a'), at)
  keeper.hear(page('c.1', 1, 2, 'b'), at)
  expect(said).toEqual([
    { type: 'ask', at },
    { type: 'ask', at, page: 1 },
    { type: 'hold', version: 'c.1', hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
  keeper.tick(at)
  expect(said).toHaveLength(3)
})

test('starts again if the set changes between two pages, and when notified', () => {
  const { keeper, said } = start()
  keeper.hear(page('c.1', 0, 2, 'a'), at)
  keeper.hear(page('c.2', 1, 2, 'b'), at)
  expect(said.at(-1)).toEqual({ type: 'ask', at })
  keeper.hear(page('c.2', 0, 1, 'a'), at)
  expect(keeper.version).toBe('c.2')
  keeper.hear(Buffer.from('{"v":1,"type":"news","version":"c.3"}'), at)
  expect(said.at(-1)).toEqual({ type: 'ask', at, have: 'c.2' })
})

test('requests again after moving away, without an answer, and at each connection', () => {
  const { keeper, said, clock } = start()
  clock.nowMs = 31_000
  keeper.tick(at)
  expect(said).toHaveLength(2)
  keeper.hear(page('c.1', 0, 1), at)
  clock.nowMs = 70_000
  keeper.tick([120.29, 30.25])
  expect(said.at(-1)).toEqual({ type: 'ask', at: [120.29, 30.25], have: 'c.1' })
  keeper.hear(Buffer.from('{"v":1,"type":"same","version":"c.1"}'), at)
  keeper.connected()
  keeper.tick(at)
  expect(said.at(-1)).toMatchObject({ type: 'ask', have: 'c.1' })
})
