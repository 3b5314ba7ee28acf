// Slows down guessing of passwords: four digits allow only ten thousand answers, so the actual
// limit is the throttle.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Services } from '../services.ts'
import { drawCaptcha } from './captcha-image.ts'
import { deleteLapsedCaptchas, insertCaptcha, takeCaptcha } from './captcha.queries.ts'

/**
 * A cookie identifies the image, because the sign-in form has no field for it. Scripts cannot read
 * it, and other sites do not send it.
 */
export const captchaCookie = {
  name: 'swath_captcha',
  path: '/api/user/baseaccount',
  maxAgeS: 120,
} as const

export type Captcha = {
  /**
   * Issues an image; `nonce` goes into the cookie. A shared image may be the same as that of
   * another recent request: drawing is expensive, and under load everyone still gets an image.
   */
  issue: (kind?: 'own' | 'shared') => Promise<{ nonce: string; image: Buffer }>
  /** Each image can be checked once, with any result. */
  check: (nonce: string | undefined, answer: string) => Promise<boolean>
}

type Drawn = { answer: string; image: Buffer }
/** Drawing takes 20 to 40 ms of one core, so a few are drawn in advance. */
const readyAtMost = 6
const sharedMs = 10_000

const hashNonce = (nonce: string): Buffer => createHash('sha256').update(nonce).digest()

export const createCaptcha = ({
  db,
  clock,
  config,
  log,
}: Pick<Services, 'db' | 'clock' | 'config' | 'log'>): Captcha => {
  const ready: Drawn[] = []
  let drawing = false
  let swept = 0
  let shared: (Drawn & { untilMs: number }) | null = null

  const draw = async (): Promise<Drawn> => {
    const answer = config.fixedCode?.slice(0, 4) ?? String(randomInt(10_000)).padStart(4, '0')
    return { answer, image: await drawCaptcha(answer) }
  }
  const fill = async (): Promise<void> => {
    if (drawing) return
    drawing = true
    try {
      while (ready.length < readyAtMost) ready.push(await draw())
    } catch (error) {
      // the next request draws its own and reports the error
      log.warn({ err: error }, 'a captcha could not be drawn ahead')
    } finally {
      drawing = false
    }
  }

  const take = async (): Promise<Drawn> => {
    const drawn = ready.shift() ?? (await draw())
    void fill()
    return drawn
  }
  const takeShared = async (nowMs: number): Promise<Drawn> => {
    if (shared === null || shared.untilMs <= nowMs)
      shared = { ...(await take()), untilMs: nowMs + sharedMs }
    return shared
  }

  return {
    issue: async (kind = 'own') => {
      const nowMs = clock.now()
      const { answer, image } = await (kind === 'own' ? take() : takeShared(nowMs))
      if (nowMs - swept > 60_000) {
        swept = nowMs
        await deleteLapsedCaptchas(db, new Date(nowMs))
      }
      const nonce = randomBytes(32).toString('base64url')
      await insertCaptcha(db, {
        nonceHash: hashNonce(nonce),
        answer,
        expiresAt: new Date(nowMs + captchaCookie.maxAgeS * 1000),
      })
      return { nonce, image }
    },
    check: async (nonce, answer) => {
      const issued = nonce === undefined ? undefined : await takeCaptcha(db, hashNonce(nonce))
      return (
        issued !== undefined && issued.expiresAt.getTime() > clock.now() && issued.answer === answer
      )
    },
  }
}
