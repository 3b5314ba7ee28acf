import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { port } from './port.ts'
import { edgeContradictions, edgeEnvironment, toEdgeConfig, type EdgeConfig } from './edge.ts'
import type { GatewayConfig } from '../messages/http-gateway.ts'
import type { MailConfig } from '../messages/smtp.ts'
import { StartFailure } from './start-failure.ts'
import {
  toWechatPayConfig,
  wechatPayContradictions,
  wechatPayEnvironment,
  type WechatPayConfig,
} from './wechat-pay.ts'

export interface Config {
  host: string
  /** 0: the system chooses, here and for MQTT. */
  port: number
  mqttPort: number
  /** Undefined: no NTRIP caster here. */
  ntripPort: number | undefined
  /** Origins from which pictures of drones may come. */
  videoOrigins: readonly string[]
  edge: EdgeConfig
  /** Absolute. */
  dataFolder: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  readDatabaseUrl: string | undefined
  /** Undefined: `databaseUrl`. */
  jobsDatabaseUrl: string | undefined
  natsUrl: string | undefined
  /** Undefined: files are kept below `dataFolder`. */
  s3: S3Config | undefined
  /** 32 bytes. */
  masterKey: Buffer | undefined
  /** What was sealed before the master key changed still opens under this one. */
  masterKeyBefore: Buffer | undefined
  /** Undefined: no mail leaves; the demonstration shows it instead. */
  mail: MailConfig | undefined
  /** Undefined: no SMS leaves; the demonstration shows it instead. */
  sms: GatewayConfig | undefined
  /** Undefined: bills are paid by transfer. */
  wechatPay: WechatPayConfig | undefined
  mapStyleUrl: string | undefined
  mapRasterUrl: string | undefined
  mapRasterCredits: string | undefined
  mapWeatherUrl: string | undefined
  mapWeatherCredits: string | undefined
  /** Open-Meteo's forecast call, or one in its form; undefined: nobody is asked for the weather. */
  weatherUrl: string | undefined
  /** A file below `maps/` of the data folder, or anywhere; undefined: all of that folder. */
  mapArchive: string | undefined
  production: boolean
  demo: boolean
  /**
   * Six digits that every SMS and mail code takes, and the captcha its first four; the
   * demonstration only.
   */
  fixedCode: string | undefined
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const usualSmsBody = '{"to":"{to}","text":"{text}"}'
export const exitCodeConfiguration = 78 // EX_CONFIG of sysexits.h

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
const masterKey = z.string().transform((text, context) => {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(text, 'base64')
  if (bytes.length === 32) return bytes
  context.issues.push({
    code: 'custom',
    input: undefined,
    message: 'must be 32 bytes in base64 or hex (openssl rand -base64 32 makes one)',
  })
  return z.NEVER
})

/** No placeholder may choose the server. */
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
    return undefined // told by the rule that asked
  }
}
const sender = z
  .string()
  .regex(
    /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an address: Swath <no-reply@example.com>',
  )

/** With commas between them. */
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

const environment = z.object({
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
  VIDEO_ORIGINS: origins.default([]),
  ...edgeEnvironment,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  READ_DATABASE_URL: postgresUrl.optional(),
  JOBS_DATABASE_URL: postgresUrl.optional(),
  NATS_URL: declareUrl(['nats:', 'tls:']).optional(),
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
  ...wechatPayEnvironment,
  NODE_ENV: z.string().optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  FIXED_CODE: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .optional(),
})

/** These may be given as NAME_FILE, the path of a file that holds the value. */
const secrets = [
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'JOBS_DATABASE_URL',
  'NATS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MASTER_KEY',
  'MASTER_KEY_BEFORE',
  'SMTP_URL',
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'METRICS_TOKEN',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_API_V3_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
] as const

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the whole configuration from environment variables. An empty one counts as not set.
 * @throws StartFailure that names every problem, and no value, for a value may be a secret
 */
export function loadConfig(
  env: Environment,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): Config {
  const problems: string[] = []
  const given = withSecretFiles(env, readFile, problems)
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  problems.push(...contradictions(given))
  if (!parsed.success || problems.length > 0) {
    throw new StartFailure(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n` +
        problems.map((problem) => `  ${problem}`).join('\n'),
      exitCodeConfiguration,
    )
  }
  const values = parsed.data
  return {
    host: values.HOST,
    port: values.PORT,
    mqttPort: values.MQTT_PORT,
    ntripPort: values.NTRIP_PORT,
    videoOrigins: values.VIDEO_ORIGINS,
    edge: toEdgeConfig(values, isDemonstration(given)),
    dataFolder: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    readDatabaseUrl: values.READ_DATABASE_URL,
    jobsDatabaseUrl: values.JOBS_DATABASE_URL,
    natsUrl: values.NATS_URL,
    s3:
      values.S3_BUCKET === undefined
        ? undefined
        : {
            endpoint: values.S3_ENDPOINT!,
            region: values.S3_REGION,
            bucket: values.S3_BUCKET,
            accessKeyId: values.S3_ACCESS_KEY_ID!,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
          },
    masterKey: values.MASTER_KEY,
    masterKeyBefore: values.MASTER_KEY_BEFORE,
    mail:
      values.SMTP_URL === undefined ? undefined : { url: values.SMTP_URL, from: values.MAIL_FROM! },
    sms:
      values.SMS_URL === undefined
        ? undefined
        : {
            url: values.SMS_URL,
            method: values.SMS_METHOD,
            headers: values.SMS_HEADERS,
            body: values.SMS_METHOD === 'GET' ? null : (values.SMS_BODY ?? usualSmsBody),
            perDay: values.SMS_PER_DAY,
          },
    wechatPay: toWechatPayConfig(values),
    mapStyleUrl: values.MAP_STYLE_URL,
    mapRasterUrl: values.MAP_RASTER_URL,
    mapRasterCredits: values.MAP_RASTER_CREDITS,
    mapWeatherUrl: values.MAP_WEATHER_URL,
    mapWeatherCredits: values.MAP_WEATHER_CREDITS,
    weatherUrl: values.WEATHER_URL,
    mapArchive: values.MAP_ARCHIVE,
    production: isProduction(given),
    demo: isDemonstration(given),
    fixedCode: values.FIXED_CODE,
  }
}

function withSecretFiles(
  env: Environment,
  readFile: (path: string) => string,
  problems: string[],
): Environment {
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== ''),
  )
  for (const name of secrets) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set; only one may be`)
      continue
    }
    try {
      given[name] = readFile(path).trim() || undefined
      if (given[name] === undefined) problems.push(`${name}_FILE: ${path} is empty`)
    } catch (error) {
      problems.push(
        `${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
      )
    }
  }
  return given
}

const isProduction = (env: Environment) => env['NODE_ENV'] === 'production'
const isDemonstration = (env: Environment) =>
  (env['DEMO'] ?? (env['DATABASE_URL'] === undefined && !isProduction(env) ? '1' : '0')) === '1'

/**
 * What no single variable shows. Asked of what was given, so that it is told together with the
 * malformed ones.
 */
function contradictions(env: Environment): string[] {
  const found: string[] = []
  if (env['READ_DATABASE_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    found.push('READ_DATABASE_URL needs DATABASE_URL')
  if (env['JOBS_DATABASE_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    found.push('JOBS_DATABASE_URL needs DATABASE_URL')
  if (env['DEMO'] === '1' && isProduction(env))
    found.push('DEMO must not be 1 with NODE_ENV=production')
  if (env['FIXED_CODE'] !== undefined && !isDemonstration(env))
    found.push('FIXED_CODE is for the demonstration alone (DEMO=1)')
  const { MASTER_KEY: key, MASTER_KEY_BEFORE: keyBefore } = env
  if (keyBefore !== undefined && (key === undefined || key === keyBefore))
    found.push('MASTER_KEY_BEFORE needs MASTER_KEY, and another one')
  const ownPort = env['PORT'] ?? '8080'
  if (ownPort !== '0' && ownPort === (env['MQTT_PORT'] ?? '1883'))
    found.push('PORT and MQTT_PORT must differ')
  if ((env['SMTP_URL'] === undefined) !== (env['MAIL_FROM'] === undefined))
    found.push('SMTP_URL and MAIL_FROM need each other')
  found.push(
    ...edgeContradictions(env, isDemonstration(env)),
    ...smsContradictions(env),
    ...wechatPayContradictions(env),
  )
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const missing = s3.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < s3.length)
    found.push(`${missing.join(', ')} must be set too: S3 needs ${s3.join(', ')}`)
  return found
}

function smsContradictions(env: Environment): string[] {
  const { SMS_URL: url, SMS_METHOD: method, SMS_BODY: body } = env
  if (url === undefined) {
    const alone = ['SMS_METHOD', 'SMS_HEADERS', 'SMS_BODY', 'SMS_PER_DAY'].filter(
      (name) => env[name] !== undefined,
    )
    return alone.length > 0
      ? [`${alone.join(', ')} need${alone.length === 1 ? 's' : ''} SMS_URL`]
      : []
  }
  if (method === 'GET' && body !== undefined) return ['SMS_BODY cannot be sent with SMS_METHOD=GET']
  const template = url + (method === 'GET' ? '' : (body ?? usualSmsBody))
  return [
    ...(/\{(to|number)\}/.test(template)
      ? []
      : ['SMS_URL or SMS_BODY must say to whom: {to} or {number}']),
    ...(/\{text\}/.test(template) ? [] : ['SMS_URL or SMS_BODY must hold the words: {text}']),
  ]
}
