// A feature's calls over HTTP, on a separate database for the test file, with people who have real
// sessions. Each test creates its own accounts and cannot see rows of other tests.
import { pino } from 'pino'
import type { Route } from '@swath/contract/kit'
import { listScreens } from '@swath/domain/access/policy'
import { createSessions } from '../auth/sessions.ts'
import { insertAccount, insertUser, type TestAccount } from '../auth/testing.queries.ts'
import { createThemes } from '../auth/themes.ts'
import { settableClock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { tx, type Db } from '../database/database.ts'
import type { OwnDatabase } from '../database/testing.ts'
import { createEventBus, type Events } from '../events/events.ts'
import type { Services } from '../services.ts'
import type { Handlers } from './context.ts'
import { serveRoutes } from './testing.ts'

type Request = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  language?: string
  headers?: Record<string, string>
}

export type TestPerson = { id: string; phone: string; token: string; account: TestAccount }

/**
 * The services of the program on the test's own database, with a clock that changes only when set,
 * and some routes over HTTP.
 */
export const testServices = (db: Db, nowMs: number, config: Partial<Config> = {}) => {
  const clock = settableClock(nowMs)
  const events = createEventBus()
  const services: Services = {
    db,
    readDb: db,
    clock,
    events,
    log: pino({ level: 'silent' }),
    config: {
      dataFolder: '/nowhere',
      production: true,
      demo: false,
      host: '127.0.0.1',
      ...config,
    } as Config,
  }
  const themes = createThemes(services)
  const sessions = createSessions(services, themes)
  return {
    services,
    clock,
    events,
    themes,
    sessions,
    serve: <Routes extends Record<string, Route>>(routes: Routes, handlers: Handlers<Routes>) =>
      serveRoutes(routes, handlers, {
        authenticate: sessions.resolve,
        screensFor: async (caller, host) => listScreens(caller, await themes.of(host)),
      }),
  }
}

const writeRequest = (
  route: Route,
  { params = {}, query = {}, body, language = 'en', headers = {} }: Request,
  person: TestPerson | undefined,
) => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  )
  return {
    method: route.method,
    url: `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    headers: {
      host: 'localhost',
      language,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  }
}

export const openConsole = async <Routes extends Record<string, Route>>(
  database: OwnDatabase,
  routes: Routes,
  createHandlers: (services: Services) => Handlers<Routes>,
  nowMs: number,
  config: Partial<Config> = {},
) => {
  const { db } = database
  const { services, clock, events, sessions, serve } = testServices(db, nowMs, config)
  const server = await serve(routes, createHandlers(services))

  const signIn = async (
    account: TestAccount,
    given: Parameters<typeof insertUser>[2] = {},
  ): Promise<TestPerson> => {
    const user = await insertUser(db, account, given)
    const { jToken } = await tx(db, (trx) =>
      sessions.open(trx, user.id, { host: 'localhost', ip: '127.0.0.1', userAgent: 'test' }, true),
    )
    return { ...user, token: jToken, account }
  }

  const send = (operation: keyof Routes & string, request: Request, person?: TestPerson) => {
    const route: Route = routes[operation]!
    return server.inject(writeRequest(route, request, person))
  }

  const heard: { name: keyof Events; event: unknown }[] = []
  for (const name of ['zonesChanged', 'dronesChanged', 'credentialsChanged'] as const)
    events.on(name, (event) => void heard.push({ name, event }))

  return {
    services,
    clock,
    server,
    heard,
    send,
    /** Creates an account and its super admin. */
    person: async (
      given: NonNullable<Parameters<typeof insertAccount>[1]>,
      user: Parameters<typeof insertUser>[2] = {},
    ): Promise<TestPerson> => signIn(await insertAccount(db, given), user),
    colleague: (person: TestPerson, given: Parameters<typeof insertUser>[2]): Promise<TestPerson> =>
      signIn(person.account, given),
    /** Returns the response, which must be a success. */
    ask: async <T>(
      person: TestPerson,
      operation: keyof Routes & string,
      request: Request = {},
    ): Promise<T> => {
      const reply = await send(operation, request, person)
      if (reply.statusCode >= 300)
        throw new Error(`${operation}: ${reply.statusCode} ${reply.body}`)
      return (reply.body === '' ? undefined : reply.json()) as T
    },
    /** Returns status and code of a refusal. */
    refusal: async (
      person: TestPerson,
      operation: keyof Routes & string,
      request: Request = {},
    ): Promise<[number, string | undefined]> => {
      const reply = await send(operation, request, person)
      return [
        reply.statusCode,
        reply.statusCode >= 300 ? reply.json<{ code: string }>().code : undefined,
      ]
    },
    close: () => server.close(),
  }
}
