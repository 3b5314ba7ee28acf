import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Route } from '@swath/contract/kit'
import { bindRoutes, type Authenticate, type ScreensFor } from './bind.ts'
import type { Handlers } from './context.ts'
import { createHttpServer, refuseUnknown } from './server.ts'

/** Some routes over HTTP, for a feature's own test: ask it by `server.inject`. */
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
