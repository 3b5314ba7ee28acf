// The program's edge: proxies in front of it, its own TLS, and access to metrics.
import { z } from 'zod'
import { isAddressRange } from './address-list.ts'
import { port } from './port.ts'

export type EdgeConfig = {
  /** Addresses and ranges, in the syntax of address lists. */
  trustedProxies: readonly string[]
  /** Files in PEM; read again when they change. */
  tls: { certFile: string; keyFile: string } | undefined
  /** Undefined without TLS. */
  mqttTlsPort: number | undefined
  /** A plain HTTP port that only redirects to TLS. */
  redirectPort: number | undefined
  /** Whether connections of devices through trusted proxies begin with a PROXY protocol header. */
  mqttProxyProtocol: boolean
  metrics: { token: string | undefined; allow: readonly string[] | 'everybody' }
  apiDocs: 'public' | 'signed-in' | 'off'
}

const addresses = z.string().transform((text, context) => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.filter((entry) => !isAddressRange(entry))
  if (wrong.length === 0 && entries.length > 0) return entries
  context.issues.push({
    code: 'custom',
    input: undefined,
    message: 'must be addresses or ranges, separated by commas: loopback, 10.0.0.0/8, fd00::1',
  })
  return z.NEVER
})

export const edgeEnvironment = {
  TRUSTED_PROXIES: addresses.optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  MQTT_TLS_PORT: port.optional(),
  HTTP_REDIRECT_PORT: port.optional(),
  MQTT_PROXY_PROTOCOL: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}=*$/, 'must be 16 or more letters and digits (openssl rand -hex 16)')
    .optional(),
  METRICS_ALLOW: addresses.optional(),
  API_DOCS: z.enum(['public', 'signed-in', 'off'], 'must be public, signed-in or off').optional(),
}
const shape = z.object(edgeEnvironment)

export const toEdgeConfig = (values: z.infer<typeof shape>, demonstration: boolean): EdgeConfig => {
  const tls =
    values.TLS_CERT_FILE === undefined
      ? undefined
      : { certFile: values.TLS_CERT_FILE, keyFile: values.TLS_KEY_FILE! }
  return {
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    tls,
    mqttTlsPort: tls && (values.MQTT_TLS_PORT ?? 8883),
    redirectPort: values.HTTP_REDIRECT_PORT,
    mqttProxyProtocol: values.MQTT_PROXY_PROTOCOL === '1',
    metrics: {
      token: values.METRICS_TOKEN,
      allow: values.METRICS_ALLOW ?? (demonstration ? 'everybody' : ['loopback']),
    },
    apiDocs: values.API_DOCS ?? (demonstration ? 'public' : 'signed-in'),
  }
}

/** Contradictions between variables. */
export const edgeContradictions = (
  env: Readonly<Record<string, string | undefined>>,
  demonstration: boolean,
): string[] => {
  const found: string[] = []
  const isSet = (name: keyof typeof edgeEnvironment): boolean => env[name] !== undefined
  if (isSet('TLS_CERT_FILE') !== isSet('TLS_KEY_FILE'))
    found.push('TLS_CERT_FILE and TLS_KEY_FILE need each other')
  for (const name of ['MQTT_TLS_PORT', 'HTTP_REDIRECT_PORT'] as const)
    if (isSet(name) && !isSet('TLS_CERT_FILE')) found.push(`${name} needs TLS_CERT_FILE`)
  if (env['MQTT_PROXY_PROTOCOL'] === '1' && !isSet('TRUSTED_PROXIES'))
    found.push('MQTT_PROXY_PROTOCOL=1 needs TRUSTED_PROXIES')
  if (env['MQTT_PROXY_PROTOCOL'] === '1' && demonstration)
    found.push('MQTT_PROXY_PROTOCOL must not be 1 in the demonstration, whose drones come directly')
  return found
}
