// Shared helpers for tests of the shell: a mocked server, and a session.
import { api } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'
import { listNames } from '@swath/contract/schema-fields'
import { vi } from 'vitest'
import { keepSession } from './lib/session.ts'
import { person } from './testing-person.ts'

export type Sent = { path: string; query: Record<string, string>; body: unknown }

const routes: readonly Route[] = Object.values(api)
/** Refuses unknown query parameters, as the server does. */
const refusesQuery = (method: string, path: string, query: URLSearchParams): string | undefined => {
  const ofMethod = routes.filter((one) => one.method === method)
  const route =
    ofMethod.find((one) => one.path === path) ??
    ofMethod.find((one) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const known = route ? listNames(route.query) : null
  return known === null ? undefined : [...query.keys()].find((name) => !known.has(name))
}

/** Mocks responses by path; other paths return 404. @returns the requests */
export const serve = (
  answers: Readonly<Record<string, (sent: Sent) => Response | Promise<Response>>>,
): Sent[] => {
  const all: Sent[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, { body, method = 'GET' }: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(address, 'http://console')
      const unknown = refusesQuery(method, pathname, searchParams)
      if (unknown !== undefined) throw new Error(`${method} ${pathname} takes no ${unknown}`)
      const sent = {
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      }
      all.push(sent)
      return (
        answers[sent.path]?.(sent) ??
        Response.json({ code: 'not_found', message: 'Not found', traceId: 't' }, { status: 404 })
      )
    }),
  )
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly #heard = new Map<string, () => void>()
      readonly #progress: ((event: { loaded: number; total: number }) => void)[] = []
      #address = ''
      readonly upload = {
        addEventListener: (
          _name: string,
          hear: (event: { loaded: number; total: number }) => void,
        ) => void this.#progress.push(hear),
      }
      status = 0
      responseText = ''
      open(_method: string, address: string): void {
        this.#address = address
      }
      setRequestHeader(): void {}
      abort(): void {}
      getResponseHeader(): string {
        return 'application/json'
      }
      addEventListener(name: string, hear: () => void): void {
        this.#heard.set(name, hear)
      }
      send(body: FormData): void {
        const { pathname } = new URL(this.#address, 'http://console')
        const sent = { path: pathname, query: {}, body: Object.fromEntries(body.entries()) }
        all.push(sent)
        for (const hear of this.#progress) hear({ loaded: 1, total: 2 })
        void this.#answer(answers[pathname]?.(sent))
      }
      async #answer(answered: Response | Promise<Response> | undefined): Promise<void> {
        const reply = await answered
        this.responseText =
          (await reply?.text()) ?? '{"code":"not_found","message":"Not found","traceId":"t"}'
        this.status = reply?.status ?? 404
        this.#heard.get(reply?.type === 'error' ? 'error' : 'load')?.()
      }
    },
  )
  return all
}

/** Signs in, for calls that need a session. */
export const signIn = (): void =>
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({}),
  })

/** Records downloads. @returns the list that they are added to */
export const watchDownloads = (): { name: string; content: Blob }[] => {
  const saved: { name: string; content: Blob }[] = []
  const contents = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:${contents.size}`
    contents.set(address, content as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content: contents.get(this.href)! })
  })
  return saved
}
