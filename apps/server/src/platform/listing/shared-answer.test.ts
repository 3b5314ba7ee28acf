import { expect, test } from 'vitest'
import { shareAnswers } from './shared-answer.ts'

const gate = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a request that arrives while one is running shares the next one, so no answer is older than its request', async () => {
  const share = shareAnswers<number>()
  let stored = 1
  let begun = 0
  const gates = [gate(), gate()]
  const work = async (): Promise<number> => {
    const seen = stored
    await gates[begun++]?.opened
    return seen
  }
  const first = share('a', work)
  stored = 2 // written after the first query began
  const later = [share('a', work), share('a', work), share('a', work)]
  expect(begun).toBe(1)
  gates[0]!.open()
  expect(await first).toBe(1)
  gates[1]!.open()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(begun).toBe(2)
  expect(await share('a', async () => 3)).toBe(3)
})

test('different requests do not share; a failure affects only those who shared it', async () => {
  const share = shareAnswers<string>()
  expect(await Promise.all([share('a', async () => 'a'), share('b', async () => 'b')])).toEqual([
    'a',
    'b',
  ])
  const fail = () => Promise.reject(new Error('away'))
  const outcomes = await Promise.allSettled([share('a', fail), share('a', fail), share('a', fail)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await share('a', async () => 'back')).toBe('back')
})
