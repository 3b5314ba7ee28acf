import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { settableClock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import { captchaSize, drawCaptcha } from './captcha-image.ts'
import { createCaptcha } from './captcha.ts'

const database = await ownTestDatabase()

const setUp = (fixedCode?: string) => {
  const clock = settableClock(Date.now())
  return {
    clock,
    captcha: createCaptcha({
      db: database.db,
      clock,
      log: pino({ level: 'silent' }),
      config: { fixedCode } as Config,
    }),
  }
}
/** The expected answers, which are stored only in the database. */
const answersKept = async () =>
  (await database.db.selectFrom('captcha').select('answer').execute()).map(({ answer }) => answer)

describe('a captcha', () => {
  test('accepts its answer once', async () => {
    const { captcha } = setUp('246810')
    const { nonce } = await captcha.issue()
    expect(await captcha.check(nonce, '2468')).toBe(true)
    expect(await captcha.check(nonce, '2468')).toBe(false)
  })

  test('is deleted after a wrong answer', async () => {
    const { captcha } = setUp('246810')
    const { nonce } = await captcha.issue()
    expect(await captcha.check(nonce, '1357')).toBe(false)
    expect(await captcha.check(nonce, '2468')).toBe(false)
  })

  test('answered ten times at once is accepted once', async () => {
    const { captcha } = setUp('246810')
    const { nonce } = await captcha.issue()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => captcha.check(nonce, '2468')),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  test('expires after two minutes', async () => {
    const { captcha, clock } = setUp('246810')
    const [early, late] = [await captcha.issue(), await captcha.issue()]
    clock.advance(119_999)
    expect(await captcha.check(early.nonce, '2468')).toBe(true)
    clock.advance(1)
    expect(await captcha.check(late.nonce, '2468')).toBe(false)
    const { nonce } = await captcha.issue()
    expect(await answersKept()).toEqual(['2468']) // expired ones are deleted
    await captcha.check(nonce, '')
  })

  test('belongs to its nonce', async () => {
    const { captcha } = setUp('246810')
    await captcha.issue()
    expect(await captcha.check(undefined, '2468')).toBe(false)
    expect(await captcha.check('somebody else', '2468')).toBe(false)
  })

  test('if shared, is the same picture for ten seconds, and each answer is accepted once', async () => {
    const { captcha, clock } = setUp('246810')
    const [first, second] = [await captcha.issue('shared'), await captcha.issue('shared')]
    expect(first.image).toBe(second.image)
    expect(first.nonce).not.toBe(second.nonce)
    expect([
      await captcha.check(first.nonce, '2468'),
      await captcha.check(first.nonce, '2468'),
    ]).toEqual([true, false])
    expect(await captcha.check(second.nonce, '2468')).toBe(true)
    clock.advance(10_000)
    expect((await captcha.issue('shared')).image).not.toBe(first.image)
  })

  test('has new digits each time', async () => {
    await database.db.deleteFrom('captcha').execute()
    const { captcha } = setUp()
    for (let i = 0; i < 12; i++) await captcha.issue()
    const answers = await answersKept()
    expect(answers.every((answer) => /^\d{4}$/.test(answer))).toBe(true)
    expect(new Set(answers).size).toBeGreaterThan(8)
  })
})

test('the image consists of pixels, which differ each time', async () => {
  const [first, second] = [await drawCaptcha('0123'), await drawCaptcha('0123')]
  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', ...captchaSize })
  expect(first.equals(second)).toBe(false)
})
