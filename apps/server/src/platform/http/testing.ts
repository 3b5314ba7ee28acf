import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Route } from '@swath/contract/kit'
import { bindRoutes, type Authenticate, type ScreensFor } from './bind.ts'
import type { Handlers } from './context.ts'
import type { MetaOptions } from './meta-routes.ts'
import { createMeters, type Meters } from './meters.ts'
import { createHttpServer, refuseUnknown } from './server.ts'

/** Some routes over HTTP for a feature's own test: send requests with `server.inject`. */
export const serveRoutes = async <Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: Handlers<Routes>,
  access: { authenticate: Authenticate; screensFor: ScreensFor },
): Promise<FastifyInstance> => {
  const server = await createHttpServer({ log: pino({ level: 'silent' }) })
  bindRoutes(server, routes, handlers, access)
  refuseUnknown(server, async () => null)
  return server
}

/** One for all tests of a process: each has a timer that runs often. */
let meters: Meters | undefined

/** Health, metrics and documents are public, as in a demonstration. */
export const openMeta: MetaOptions = {
  ready: async () => ({}),
  isLeaving: () => false,
  get meters() {
    return (meters ??= createMeters())
  },
  authenticate: async () => null,
  metrics: { token: undefined, allow: 'everybody' },
  apiDocs: 'public',
  version: '1.2.3',
}
