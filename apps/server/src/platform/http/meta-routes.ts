// Routes outside the contract: health, metrics, the OpenAPI document and its page.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Route } from '@swath/contract/kit'
import type { EdgeConfig } from '../config/edge.ts'
import { createAddressList } from '../config/address-list.ts'
import { parseBearer, type Authenticate } from './bind.ts'
import { fail } from '../errors/fail.ts'
import { watchStalls } from '../workers/stalls.ts'
import { openApiDocument } from './openapi.ts'

const docsFile = (name: string): Promise<string> =>
  readFile(new URL(`./docs-page/${name}`, import.meta.url), 'utf8')

export type Readiness = { ready: () => Promise<Readonly<Record<string, boolean>>> }
type FigureValues = Readonly<Record<string, number>>
/** Metrics of other parts: current values by name with unit. */
export type Figures = () => FigureValues | Promise<FigureValues>

export type MetaOptions = Readiness &
  Pick<EdgeConfig, 'metrics' | 'apiDocs'> & {
    authenticate: Authenticate
    figures: Figures
    version: string
  }

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

export const registerMetaRoutes = (
  server: FastifyInstance,
  api: Readonly<Record<string, Route>>,
  { ready, figures, version, authenticate, ...who }: MetaOptions,
): void => {
  const guardMetrics = createMetricsGuard(who.metrics)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'swath_http_request_duration_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers: [registry],
  })
  const gauges = new Map<string, Gauge>()
  const stall = new Histogram({
    name: 'swath_loop_stall_seconds',
    help: 'How late a beat of 20 ms came: for so long nobody was acknowledged or answered',
    buckets: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 5, 20],
    registers: [registry],
  })
  const stalls = watchStalls((lateMs) => stall.observe(lateMs / 1000))
  server.addHook('onClose', async () => stalls.stop())
  const longest = new Gauge({
    name: 'swath_loop_longest_stall_seconds',
    help: 'The longest since the last time that this was read',
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    // Individual files of the console do not matter, and there are many.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe(
      {
        route: /^\/(api\/|healthz|readyz|metrics)/.test(route) ? route : 'console',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
  })

  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const parts = await ready()
    return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts)
  })
  server.get('/metrics', async (request, reply) => {
    guardMetrics(request)
    for (const [name, value] of Object.entries(await figures())) {
      const gauge =
        gauges.get(name) ?? new Gauge({ name: `swath_${name}`, help: name, registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(value)
    }
    longest.set(stalls.longest().lateMs / 1000)
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  if (who.apiDocs === 'off') return
  const document = openApiDocument(api, version)
  server.get('/api/openapi.json', async (request) => {
    if (who.apiDocs === 'public') return document
    const token = parseBearer(request)
    const { host } = server.readClient(request.raw)
    return token !== null && (await authenticate(token, host)) ? document : fail('unauthenticated')
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
