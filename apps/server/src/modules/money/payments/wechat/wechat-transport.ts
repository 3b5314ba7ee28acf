// Signed requests to WeChat Pay; responses are authenticated by their signature alone.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../../platform/clock/clock.ts'
import type { WechatPayConfig } from '../../../../platform/config/wechat-pay.ts'
import { authorize, refusalOf } from './wechat-signature.ts'

const timeoutMs = 10_000
const userAgent = 'Swath'

/** The gateway cannot be reached, or the response is not from it: a retry may succeed. */
export class GatewayAway extends Error {}
/** The gateway refused a valid request. */
export class GatewayRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`the gateway refused: ${code}`)
    this.code = code
  }
}

type Sent = { method: 'GET' | 'POST'; path: string; body?: object }

const readJson = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null // reported by the caller
  }
}

const codeIn = (text: string): string =>
  z.object({ code: z.string() }).safeParse(readJson(text)).data?.code ?? 'UNKNOWN'

export const createSender = (config: WechatPayConfig, clock: Clock) => {
  const fetchSigned = async (base: string, { method, path, body }: Sent): Promise<Response> => {
    const text = body ? JSON.stringify(body) : ''
    const moment = {
      timestampS: Math.floor(clock.now() / 1000),
      nonce: randomBytes(16).toString('hex').toUpperCase(),
    }
    try {
      return await fetch(base + path, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'accept': 'application/json',
          'user-agent': userAgent,
          'authorization': authorize(config, { method, path, body: text }, moment),
          // The key with which WeChat should sign.
          'wechatpay-serial': Object.keys(config.publicKeys)[0]!,
          ...(text === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(text === '' ? {} : { body: text }),
      })
    } catch (cause) {
      throw new GatewayAway('the gateway cannot be reached', { cause })
    }
  }

  /** @throws GatewayAway, GatewayRefused */
  const ask = async <T>(sent: Sent, schema: z.ZodType<T>): Promise<T> => {
    const answer = await fetchSigned(config.url, sent)
    const text = await answer.text().catch((cause: unknown) => {
      throw new GatewayAway('the gateway broke off', { cause })
    })
    const refusal = refusalOf(
      config,
      (name) => answer.headers.get(name) ?? undefined,
      text,
      clock.now(),
    )
    if (refusal) throw new GatewayAway(`an answer of ${answer.status} is ${refusal}`)
    if (answer.status >= 500) throw new GatewayAway(`the gateway answered ${answer.status}`)
    if (!answer.ok) throw new GatewayRefused(codeIn(text))
    const parsed = schema.safeParse(readJson(text))
    if (!parsed.success)
      throw new GatewayAway(`the gateway answered something else to ${sent.path}`)
    return parsed.data
  }
  return { ask, fetchSigned }
}
export type Sender = ReturnType<typeof createSender>
