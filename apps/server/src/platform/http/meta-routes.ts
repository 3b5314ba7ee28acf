// What is there beside the contract: health, metrics, the document of the calls and its page.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Route } from '@swath/contract/kit'
import { openApiDocument } from './openapi.ts'

const docsFile = (name: string): Promise<string> =>
  readFile(new URL(`./docs-page/${name}`, import.meta.url), 'utf8')

export type Readiness = { ready: () => Promise<Readonly<Record<string, boolean>>> }
/** Figures that other parts keep: name with unit → its present value. */
export type Figures = () => Readonly<Record<string, number>>

export const registerMetaRoutes = (
  server: FastifyInstance,
  api: Readonly<Record<string, Route>>,
  { ready }: Readiness,
  figures: Figures,
  version: string,
): void => {
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
  server.addHook('onResponse', async (request, reply) => {
    // The console's files are many and of no interest one by one.
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
  server.get('/metrics', async (_request, reply) => {
    for (const [name, value] of Object.entries(figures())) {
      const gauge =
        gauges.get(name) ?? new Gauge({ name: `swath_${name}`, help: name, registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(value)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  const document = openApiDocument(api, version)
  server.get('/api/openapi.json', async () => document)
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
