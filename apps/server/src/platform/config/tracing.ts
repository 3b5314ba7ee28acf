// Traces of OpenTelemetry, under the names that its specification gives.
import { z } from 'zod'

export type TracingConfig = {
  /** Of OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** 0 to 1. */
  sampledShare: number
}

/** `name=value`, separated by commas, percent-encoded. */
const headers = z.string().transform((text, context): Record<string, string> => {
  const pairs = text
    .split(',')
    .map((pair) => /^\s*([\w-]+)\s*=\s*((?:[^%\s]|%[\da-f]{2})*)\s*$/i.exec(pair))
  try {
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!)]))
  } catch {
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: 'must be names and values: authorization=Bearer%20…,x-tenant=swath',
    })
    return z.NEVER
  }
})

export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  OTEL_SERVICE_NAME: z.string().default('swath'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share, 0 to 1')
    .transform(Number)
    .default(0.1),
}
const shape = z.object(tracingEnvironment)

export const toTracingConfig = (values: z.infer<typeof shape>): TracingConfig | undefined =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
        headers: values.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: values.OTEL_SERVICE_NAME,
        sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
      }
