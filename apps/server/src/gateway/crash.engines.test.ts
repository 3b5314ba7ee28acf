import { expect, test } from 'vitest'
import { crash } from './testing-crash.ts'

// One of the tests with engines, because it takes over a minute. For twenty kills of the program
// and ten of the database: `node apps/server/src/gateway/testing-crash.ts 20 10`.
test('acknowledged data is stored after the program was killed three times', async () => {
  const report = await crash('program', 3)
  expect(report.acknowledged).toBeGreaterThan(3_000)
  expect(report).toMatchObject({ lost: 0, childrenThatDied: 0 })
})
