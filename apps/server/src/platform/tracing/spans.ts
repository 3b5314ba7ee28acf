// Spans of OpenTelemetry. Without a configured endpoint there is no tracer, its library is not
// loaded, and each function costs one comparison.
import {
  SpanKind,
  SpanStatusCode,
  context,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

let tracer: Tracer | null = null
export const setTracer = (now: Tracer | null): void => {
  tracer = now
}

const endWith = (span: Span, error: unknown): void => {
  if (error) {
    span.recordException(error as Error)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Runs `work` in a span; what it awaits becomes part of it. */
export const inSpan = <T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> => {
  if (!tracer) return work()
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
    try {
      const result = await work()
      endWith(span, null)
      return result
    } catch (error) {
      endWith(span, error)
      throw error
    }
  })
}

/**
 * Begins the span of a database statement, in a span that is recorded; the text has placeholders,
 * never values. Without such a span it is not traced: polling would fill every trace store.
 * @returns how to end it; null if there is none
 */
export const beginStatement = (query: unknown): ((error: unknown) => void) | null => {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return null
  const text = typeof query === 'string' ? query : (query as { text?: string } | null)?.text
  if (typeof text !== 'string') return null
  const span = tracer.startSpan(`postgresql ${/\w+/.exec(text)?.[0].toLowerCase() ?? ''}`, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
  })
  return (error) => endWith(span, error)
}

/** Each request is a span, named by its route: addresses would contain ids. */
export const traceRequests = (server: FastifyInstance): void => {
  if (!tracer) return
  const started = tracer
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'console'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      // The trace id of error documents and of the log.
      'swath.trace_id': request.id,
    }
    const span = started.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes })
    spans.set(request, span)
    context.with(trace.setSpan(context.active(), span), done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
