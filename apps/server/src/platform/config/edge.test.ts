import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const production = { DATABASE_URL: 'postgres://db/swath', NODE_ENV: 'production' }
const edge = (env: Record<string, string> = {}) => loadConfig({ ...production, ...env }).edge
const failureOf = (env: Record<string, string>): string => {
  try {
    loadConfig({ ...production, ...env })
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('in production, forwarding headers are not trusted, and metrics and documents are not public', () => {
  expect(edge()).toEqual({
    trustedProxies: [],
    tls: undefined,
    mqttTlsPort: undefined,
    redirectPort: undefined,
    mqttProxyProtocol: false,
    metrics: { token: undefined, allow: ['loopback'] },
    apiDocs: 'signed-in',
  })
})

test('in the demonstration, metrics and documents stay public', () => {
  expect(loadConfig({}).edge).toMatchObject({
    metrics: { token: undefined, allow: 'everybody' },
    apiDocs: 'public',
  })
})

test('everything can be set', () => {
  expect(
    edge({
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::1',
      TLS_CERT_FILE: '/etc/swath/cert.pem',
      TLS_KEY_FILE: '/etc/swath/key.pem',
      MQTT_TLS_PORT: '8884',
      HTTP_REDIRECT_PORT: '8081',
      MQTT_PROXY_PROTOCOL: '1',
      METRICS_TOKEN: '0123456789abcdef',
      METRICS_ALLOW: '10.3.0.0/16',
      API_DOCS: 'off',
    }),
  ).toEqual({
    trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::1'],
    tls: { certFile: '/etc/swath/cert.pem', keyFile: '/etc/swath/key.pem' },
    mqttTlsPort: 8884,
    redirectPort: 8081,
    mqttProxyProtocol: true,
    metrics: { token: '0123456789abcdef', allow: ['10.3.0.0/16'] },
    apiDocs: 'off',
  })
})

test('with TLS, devices use the default port', () => {
  expect(edge({ TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k' }).mqttTlsPort).toBe(8883)
})

describe('refused', () => {
  test.each([
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ TRUSTED_PROXIES: ' , ' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ METRICS_ALLOW: '10.0.0.0/99' }, 'METRICS_ALLOW must be addresses or ranges'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 or more'],
    [{ API_DOCS: 'yes' }, 'API_DOCS must be public, signed-in or off'],
    [{ TLS_CERT_FILE: 'c' }, 'TLS_CERT_FILE and TLS_KEY_FILE need each other'],
    [{ MQTT_TLS_PORT: '8883' }, 'MQTT_TLS_PORT needs TLS_CERT_FILE'],
    [{ HTTP_REDIRECT_PORT: '80' }, 'HTTP_REDIRECT_PORT needs TLS_CERT_FILE'],
    [
      { MQTT_PROXY_PROTOCOL: '1', TRUSTED_PROXIES: 'loopback', NODE_ENV: '', DEMO: '1' },
      'MQTT_PROXY_PROTOCOL must not be 1 in the demonstration',
    ],
    [{ MQTT_PROXY_PROTOCOL: '1' }, 'MQTT_PROXY_PROTOCOL=1 needs TRUSTED_PROXIES'],
  ])('%o', (env, message) => {
    expect(failureOf(env)).toContain(message)
  })
})

describe('tracing', () => {
  const otlp = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  const tracing = (env: Record<string, string>) => loadConfig({ ...production, ...env }).tracing

  test('is off without an endpoint', () => {
    expect(tracing({ OTEL_SERVICE_NAME: 'x' })).toBeUndefined()
  })

  test('takes the names and values of OpenTelemetry', () => {
    expect(
      tracing({
        ...otlp,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=, x-tenant = b',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'authorization': 'Bearer a=', 'x-tenant': 'b' },
      serviceName: 'swath',
      sampledShare: 0.25,
    })
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://127.0.0.1' }, 'must be an address that begins with'],
    [{ ...otlp, OTEL_EXPORTER_OTLP_HEADERS: 'authorization' }, 'must be names and values'],
    [{ ...otlp, OTEL_EXPORTER_OTLP_HEADERS: 'a=%f' }, 'must be names and values'],
    [{ ...otlp, OTEL_TRACES_SAMPLER_ARG: '2' }, 'must be a share, 0 to 1'],
  ])('%o is refused', (env, message) => {
    expect(failureOf(env)).toContain(message)
  })
})
