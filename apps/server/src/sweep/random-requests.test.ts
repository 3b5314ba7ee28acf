// Sends random requests of all calls, by people who may make them: none is answered with a server
// error. FUZZ=10000 sends this many; the seed of a run repeats its failure (PROPERTY_SEED).
import { expect, test } from 'vitest'
import { askingBy } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep } from './testing-program.ts'
import { drawRequest, seededRandom, spoilTexts } from './testing-random-requests.ts'
import { personNames } from './testing-world.ts'

const { ask, signedIn } = await openSweep()

const requests = Number(process.env['FUZZ'] ?? 1_500)
const atOnce = 8

test('every text of every call rejects characters and years that no column can store', async () => {
  let refused = 0
  for (const [operation] of routes) {
    const { people, request } = cases[operation]
    const person = people === 'public' ? 'root' : people[0]!
    for (const one of spoilTexts(request?.(askingBy(person)) ?? {})) {
      const { status, text } = await ask(operation, one.request, signedIn.token[person])
      const note = `${operation} ${one.at}: ${status} ${text.slice(0, 200)}`
      // unknown fields are removed by the schema
      if (status >= 400) refused++
      expect(status, note).toBeLessThan(500)
    }
  }
  expect(refused).toBeGreaterThan(200)
})

test(`${requests} random requests`, { timeout: 3_600_000, retry: 0 }, async () => {
  const random = seededRandom(Number(process.env['PROPERTY_SEED']))
  const byClass: Record<string, number> = {}
  const called = new Set<string>()
  const failed: string[] = []
  let sent = 0
  const sendSome = async (): Promise<void> => {
    while (sent < requests) {
      const route = routes[sent++ % routes.length]!
      const [operation] = route
      const { people } = cases[operation]
      const person = random.pick(people === 'public' || random.next() < 0.05 ? personNames : people)
      const request = drawRequest(route, person, random)
      const { status, text } = await ask(operation, request, signedIn.token[person])
      // no messages can be sent in this test
      const isUnsent = text.includes('"code":"message_not_sent"')
      const name = isUnsent ? 'message_not_sent' : `${Math.floor(status / 100)}xx`
      byClass[name] = (byClass[name] ?? 0) + 1
      if (status < 400) called.add(operation)
      if (status >= 500 && !isUnsent)
        failed.push(`${operation} by ${person}: ${status} ${JSON.stringify(request).slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome))
  console.log(
    `${sent} requests over ${routes.length} calls, ${called.size} of them answered with 2xx or 3xx:`,
    byClass,
  )
  expect(failed).toEqual([])
})
