// Calls of the API as a console makes them, repeated until they succeed.
import { setTimeout as sleep } from 'node:timers/promises'

/** `body`: an object for JSON, or a form. */
export type Ask = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>

/** The server understood the call and refused it: repeating it changes nothing. */
export class Refused extends Error {}

const limitMs = 4_000

/** @param port of the API, or of a proxy in front of it */
export const createAsk =
  (port: number, bearer: string): Ask =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        language: 'en',
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      ...(isJson ? { body: JSON.stringify(body) } : {}),
      ...(body instanceof FormData ? { body } : {}),
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as T
    const message = `${method} ${path}: ${response.status} ${text.slice(0, 300)}`
    const mayPass = response.status >= 500 || response.status === 408 || response.status === 429
    throw mayPass ? new Error(message) : new Refused(message)
  }

/** @param isOver ends the attempts, also without success @throws Refused */
export const untilItSucceeds = async <T>(
  work: () => Promise<T>,
  isOver: () => boolean = () => false,
): Promise<T | undefined> => {
  while (!isOver()) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused) throw error
      await sleep(150)
    }
  }
  return undefined
}
