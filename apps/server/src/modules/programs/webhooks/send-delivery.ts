// One request to a receiver, and what its answer means.
import type { Delivery } from '@swath/contract/programs/webhooks'
import { NotPublic, postPublic } from '../../../platform/http/public-request.ts'
import { signMessage } from './webhook-secret.ts'

/** How long a receiver may take to answer. */
const answerMs = 10_000

export type Message = { id: string; url: string; body: string; secrets: readonly Buffer[] }
export type Answer = { status: number | null; problem: Delivery['lastProblem'] }

const nameProblem = (error: unknown): Delivery['lastProblem'] => {
  if (error instanceof NotPublic) return 'address'
  const { name } = error as Error
  return name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'connection'
}

/** Only a status of 2xx means received; redirects are not followed. */
export const sendMessage = async (
  { id, url, body, secrets }: Message,
  { origins, nowMs, signal }: { origins: readonly string[]; nowMs: number; signal?: AbortSignal },
): Promise<Answer> => {
  try {
    const status = await postPublic(url, origins, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Swath webhooks',
        ...signMessage({ id, atMs: nowMs, body }, secrets),
      },
      body: Buffer.from(body),
      timeoutMs: answerMs,
      ...(signal ? { signal } : {}),
    })
    return { status, problem: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    return { status: null, problem: nameProblem(error) }
  }
}

/** The receiver is away or overloaded, as opposed to refusing this one message. */
export const isAway = ({ status, problem }: Answer): boolean =>
  problem !== null && (status === null || status >= 500 || status === 429)
