// Every environment variable that the program reads, with its schema and a one-line description.
import { isIP } from 'node:net'
import { z } from 'zod'
import { edgeEnvironment } from './edge.ts'
import { port } from './port.ts'
import { tracingEnvironment } from './tracing.ts'
import { wechatPayEnvironment } from './wechat-pay.ts'

const declareUrl = (schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    )
const postgresUrl = declareUrl(['postgres:', 'postgresql:'])
const webUrl = declareUrl(['http:', 'https:'])
const tileUrl = webUrl.refine(
  (url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
  'must contain {z}, {x} and {y}',
)
const declareKey = (maker: string) =>
  z.string().transform((text, context) => {
    const bytes = /^[0-9a-f]{64}$/i.test(text)
      ? Buffer.from(text, 'hex')
      : Buffer.from(text, 'base64')
    if (bytes.length === 32) return bytes
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: `must be 32 bytes in base64 or hex (${maker} makes one)`,
    })
    return z.NEVER
  })
const masterKey = declareKey('openssl rand -base64 32')
const recoveryKey = declareKey('npm run cli -- create-recovery-key')

/** Placeholders must not be able to change the server. */
const gatewayUrl = webUrl.refine(
  (url) => !/[{}]/.test(/^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? ''),
  'must name its server without a placeholder',
)
const httpHeaders = z.string().transform((text, context): Record<string, string> => {
  const read = z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
    )
    .safeParse(parsedJson(text))
  if (read.success) return read.data
  context.issues.push({
    code: 'custom',
    input: undefined,
    message: 'must be a JSON object of header names and values: {"Authorization":"Bearer …"}',
  })
  return z.NEVER
})
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported by the rule that requires it
  }
}
const sender = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an address: Swath <no-reply@example.com>',
  )

/** Separated by commas. */
const origins = z.string().transform((text, context): string[] => {
  const named = text.split(',').map((one) => one.trim())
  const isOrigin = (one: string): boolean =>
    URL.canParse(one) && /^https?:$/.test(new URL(one).protocol) && new URL(one).origin === one
  if (named.every(isOrigin)) return named
  context.issues.push({
    code: 'custom',
    input: undefined,
    message: 'must be origins with commas between them: https://video.example.com',
  })
  return z.NEVER
})

const clamd = z.string().transform((text, context) => {
  const path = /^unix:(\/.+)$/.exec(text)?.[1]
  if (path) return { path }
  const url = /^tcp:\/\/[^/]+:\d+$/.test(text) ? new URL(text) : null
  if (url) return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
  context.issues.push({
    code: 'custom',
    input: undefined,
    message: 'must be unix:/path/of/the/socket or tcp://host:3310',
  })
  return z.NEVER
})

export const environment = z.object({
  PORT: port.default(8080),
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) > 0 || /^[a-z0-9.-]+$/i.test(host),
      'must be a host name or an address',
    )
    .default('127.0.0.1'),
  MQTT_PORT: port.default(1883),
  NTRIP_PORT: port.optional(),
  HEALTH_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  VIDEO_ORIGINS: origins.default([]),
  PUSH_ORIGINS: origins.default([]),
  OIDC_ORIGINS: origins.default([]),
  WEBHOOK_ORIGINS: origins.default([]),
  CLAMD: clamd.optional(),
  DEVICES_FIRST: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  POSTGRES_UNSAFE_ACK: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  ...edgeEnvironment,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  READ_DATABASE_URL: postgresUrl.optional(),
  JOBS_DATABASE_URL: postgresUrl.optional(),
  NATS_URL: declareUrl(['nats:', 'tls:']).optional(),
  NATS_MONITOR_URLS: origins.default([]),
  NATS_UNSAFE_ACK: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name: 3 to 63 small letters, digits, dots, hyphens',
    )
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_BEFORE: masterKey.optional(),
  RECOVERY_PUBLIC_KEY: recoveryKey.optional(),
  RECOVERY_KEY: recoveryKey.optional(),
  MAP_STYLE_URL: webUrl.optional(),
  MAP_RASTER_URL: tileUrl.optional(),
  MAP_RASTER_CREDITS: z.string().max(500).optional(),
  MAP_WEATHER_URL: tileUrl.optional(),
  MAP_WEATHER_CREDITS: z.string().max(500).optional(),
  WEATHER_URL: webUrl.optional(),
  MAP_ARCHIVE: z
    .string()
    .regex(/\.pmtiles$/i, 'must name a file that ends in .pmtiles')
    .optional(),
  SMTP_URL: declareUrl(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.optional(),
  SMS_URL: gatewayUrl.optional(),
  SMS_METHOD: z.enum(['GET', 'POST', 'PUT'], 'must be GET, POST or PUT').default('POST'),
  SMS_HEADERS: httpHeaders.default({}),
  SMS_BODY: z.string().optional(),
  SMS_PER_DAY: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a number, 1 to 9999999')
    .transform(Number)
    .default(10_000),
  ...tracingEnvironment,
  ...wechatPayEnvironment,
  NODE_ENV: z.string().optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  FIXED_CODE: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .optional(),
})

/** These may be set by NAME_FILE, the path of a file that contains the value. */
export const secrets = [
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'JOBS_DATABASE_URL',
  'NATS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MASTER_KEY',
  'MASTER_KEY_BEFORE',
  'RECOVERY_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_API_V3_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
] as const

/** A one-line description of each variable, for `.env.example`. */
export const descriptions: Readonly<Record<keyof typeof environment.shape, string>> = {
  PORT: 'Port of the console and the API; 0 lets the system choose.',
  HOST: 'Address to listen on; 0.0.0.0 for every interface.',
  MQTT_PORT: 'Port for drones without TLS; 0 lets the system choose.',
  NTRIP_PORT: 'Port of the NTRIP caster, usually 2101; unset: no caster.',
  HEALTH_PORT:
    'Port of /healthz, /readyz and /metrics alone, for every role; unset: only on PORT, with the role api.',
  DRAIN_SECONDS:
    'How long a process that was asked to stop still answers everybody, so that proxies notice; behind a proxy about 6.',
  VIDEO_ORIGINS: 'Origins of drone cameras that consoles may show, separated by commas.',
  PUSH_ORIGINS:
    'Origins of push services in the own network, separated by commas; others need HTTPS and a public address.',
  OIDC_ORIGINS:
    'Origins of identity providers in the own network, separated by commas; others need HTTPS, the usual port and a public address.',
  WEBHOOK_ORIGINS:
    'Origins in the own network that may receive webhooks, separated by commas; others need HTTPS, the usual port and a public address.',
  CLAMD:
    'Socket of ClamAV, which scans every upload: unix:/run/clamav/clamd.ctl or tcp://host:3310; unset: none is scanned.',
  DEVICES_FIRST:
    'On a busy processor consoles, jobs and files wait for devices; 0: all are equal, for a machine with other work.',
  POSTGRES_UNSAFE_ACK:
    '1: acknowledge to devices what a power failure may lose, on a PostgreSQL that does not write to disk first.',
  DATA_DIR: 'Folder for the embedded database, files, maps and themes.',
  DATABASE_URL: 'PostgreSQL 15 or later; unset: the embedded one below DATA_DIR.',
  READ_DATABASE_URL: 'Streaming replica for reads that may be a moment old.',
  JOBS_DATABASE_URL: 'The server itself, where DATABASE_URL is a transaction pooler.',
  NATS_URL: 'NATS with JetStream as the ingest log, for several processes.',
  NATS_MONITOR_URLS:
    'Monitoring addresses of all NATS servers, separated by commas: a gateway starts if each writes to disk before it answers (sync_interval: always).',
  NATS_UNSAFE_ACK:
    '1: acknowledge to devices what a power failure may lose, on NATS servers that do not write to disk first.',
  S3_ENDPOINT: 'Object storage for files; unset: below DATA_DIR.',
  S3_REGION: 'Region of the bucket.',
  S3_BUCKET: 'Bucket; all S3_ values are needed together.',
  S3_ACCESS_KEY_ID: 'Access key of the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret key of the bucket.',
  MASTER_KEY:
    '32 bytes in base64 or hex; encrypts the secrets of makers. openssl rand -base64 32 makes one.',
  MASTER_KEY_BEFORE: 'The previous master key while it is being replaced.',
  RECOVERY_PUBLIC_KEY:
    'Backups contain the master key, sealed to this key; npm run cli -- create-recovery-key makes one.',
  RECOVERY_KEY:
    'The private key that belongs to it, only to restore or verify a backup; keep it elsewhere.',
  MAP_STYLE_URL: 'MapLibre style that replaces the shipped base map.',
  MAP_RASTER_URL: 'Imagery tiles with {z}, {x} and {y}.',
  MAP_RASTER_CREDITS: 'Credits of the imagery.',
  MAP_WEATHER_URL: 'Weather tiles with {z}, {x} and {y}.',
  MAP_WEATHER_CREDITS: 'Credits of the weather tiles.',
  WEATHER_URL:
    'Open-Meteo forecast call for flights whose drone measured no weather; unset: none is asked for.',
  MAP_ARCHIVE: 'PMTiles file below DATA_DIR/maps; unset: all files of that folder.',
  SMTP_URL: 'Mail server: smtps://user:password@host; unset: no mail is sent.',
  MAIL_FROM: 'Sender of mail: Swath <no-reply@example.com>.',
  SMS_URL: 'HTTP gateway for SMS; {to} and {text} are filled in; unset: no SMS is sent.',
  SMS_METHOD: 'Method of the SMS call: GET, POST or PUT.',
  SMS_HEADERS: 'Headers of the SMS call as a JSON object.',
  SMS_BODY: 'Body of the SMS call with {to} and {text}; unset: {"to":"{to}","text":"{text}"}.',
  SMS_PER_DAY: 'Largest number of SMS a day.',
  NODE_ENV: 'production: no demonstration, secrets required.',
  DEMO: '1: make the demonstration, 0: none; unset: outside production on an embedded database.',
  FIXED_CODE: 'Demonstration only: six digits accepted as every SMS and mail code.',
  TRUSTED_PROXIES:
    'Addresses and ranges of proxies that are believed, separated by commas; loopback is a name.',
  TLS_CERT_FILE: 'Certificate in PEM; read again when it changes.',
  TLS_KEY_FILE: 'Key of the certificate in PEM.',
  MQTT_TLS_PORT: 'Port for drones with TLS; with a certificate 8883.',
  HTTP_REDIRECT_PORT: 'Plain port that redirects to HTTPS.',
  MQTT_PROXY_PROTOCOL:
    '1: device connections of trusted proxies begin with a PROXY protocol header.',
  METRICS_TOKEN: 'Bearer token for /metrics.',
  METRICS_ALLOW: 'Addresses that may read /metrics; unset: loopback.',
  API_DOCS: 'Who may read /api/docs: public, signed-in or off.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OTLP over HTTP for traces, without /v1/traces: http://127.0.0.1:4318; unset: nothing is traced.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for it: authorization=Bearer%20…',
  OTEL_SERVICE_NAME: 'Name of the service in traces.',
  OTEL_TRACES_SAMPLER_ARG: 'Share of calls, jobs and messages that are traced, 0 to 1.',
  WECHAT_PAY_URL: 'Address of WeChat Pay.',
  WECHAT_PAY_MCHID: 'Merchant id. WeChat Pay needs all of its values but URL and PAYEES.',
  WECHAT_PAY_APPID: 'App id.',
  WECHAT_PAY_SERIAL_NO: 'Serial number of the merchant certificate.',
  WECHAT_PAY_PRIVATE_KEY: 'Private key of the merchant certificate in PEM.',
  WECHAT_PAY_API_V3_KEY: 'API v3 key, 32 characters.',
  WECHAT_PAY_PUBLIC_KEY: 'Public keys or certificates of WeChat Pay in PEM.',
  WECHAT_PAY_PUBLIC_KEY_ID: 'Ids of those keys, separated by commas.',
  WECHAT_PAY_NOTIFY_URL: 'https://HOST/api/payments/wechat/notify, reachable from outside.',
  WECHAT_PAY_PAYEES: 'Lessor accounts that are paid by WeChat Pay as well, separated by commas.',
}
