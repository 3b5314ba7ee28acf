// Loaded only if an endpoint is configured: the library takes 130 ms and 21 MB.
import { hostname } from 'node:os'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { TracingConfig } from '../config/tracing.ts'
import { programVersion } from '../version.ts'
import { setTracer } from './spans.ts'

/** @returns how to stop: sends what is left, for a few seconds at most */
export const startTracing = ({
  endpoint,
  headers,
  serviceName,
  sampledShare,
}: TracingConfig): (() => Promise<void>) => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': programVersion,
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }), {
        exportTimeoutMillis: 5_000,
      }),
    ],
  })
  provider.register()
  setTracer(provider.getTracer('swath', programVersion))
  return async () => {
    setTracer(null)
    await provider.shutdown().catch(() => undefined) // the receiver is away; spans are no record
  }
}
