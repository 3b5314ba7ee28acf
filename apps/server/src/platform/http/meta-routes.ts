// Routes outside the contract: health, metrics, the OpenAPI document and its page.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '@swath/contract/kit'
import type { EdgeConfig } from '../config/edge.ts'
import { createAddressList } from '../config/address-list.ts'
import { parseBearer, type Authenticate } from './bind.ts'
import { fail } from '../errors/fail.ts'
import type { Meters } from './meters.ts'
import { openApiDocument } from './openapi.ts'

const docsFile = (name: string): Promise<string> =>
  readFile(new URL(`./docs-page/${name}`, import.meta.url), 'utf8')

export type Readiness = {
  ready: () => Promise<Readonly<Record<string, boolean>>>
  /** Whether this process stops as soon as proxies have noticed. */
  isLeaving: () => boolean
}
export type HealthOptions = Readiness & Pick<EdgeConfig, 'metrics'> & { meters: Meters }
export type MetaOptions = HealthOptions &
  Pick<EdgeConfig, 'apiDocs'> & { authenticate: Authenticate; version: string }

const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}

/**
 * Admits callers with the token, and allowed addresses. If a request passed an undeclared proxy its
 * address does not count, because every client behind the proxy would share it.
 */
const createMetricsGuard = ({ token, allow }: EdgeConfig['metrics']) => {
  const allowed = allow === 'everybody' ? null : createAddressList(allow)
  return (request: FastifyRequest): void => {
    const { address, passedOnByStranger } = request.server.readClient(request.raw)
    if (allowed === null || (!passedOnByStranger && allowed.includes(address))) return
    const shown = parseBearer(request)
    if (token === undefined || (shown !== null && !sameSecret(shown, token))) fail('forbidden')
    if (shown === null) fail('unauthenticated')
  }
}

/** What a process manager and Prometheus ask for. */
export const registerHealthRoutes = (
  server: FastifyInstance,
  { ready, isLeaving, meters, metrics }: HealthOptions,
): void => {
  const guardMetrics = createMetricsGuard(metrics)
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    // 404, for HAProxy's `disable-on-404`: nothing new is sent here, what is open stays open.
    if (isLeaving()) return reply.code(404).send({ leaving: true })
    const parts = await ready()
    return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts)
  })
  server.get('/metrics', async (request, reply) => {
    guardMetrics(request)
    const { type, text } = await meters.read()
    return reply.type(type).send(text)
  })
}

export const registerMetaRoutes = (
  server: FastifyInstance,
  api: Readonly<Record<string, Route>>,
  { version, authenticate, ...who }: MetaOptions,
): void => {
  server.addHook('onResponse', async (request, reply) => {
    // Individual files of the console do not matter, and there are many.
    const route = request.routeOptions.url ?? 'unknown'
    who.meters.answered(
      /^\/(api\/|healthz|readyz|metrics)/.test(route) ? route : 'console',
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
  })
  registerHealthRoutes(server, who)
  if (who.apiDocs === 'off') return
  const document = openApiDocument(api, version)
  server.get('/api/openapi.json', async (request) => {
    if (who.apiDocs === 'public') return document
    const token = parseBearer(request)
    const { host, address } = server.readClient(request.raw)
    return token !== null && (await authenticate(token, host, address))
      ? document
      : fail('unauthenticated')
  })
  server.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await docsFile('docs.html')),
  )
  server.get('/api/docs/docs.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await docsFile('docs.js')),
  )
  server.get('/api/docs/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await docsFile('docs.css')),
  )
}
