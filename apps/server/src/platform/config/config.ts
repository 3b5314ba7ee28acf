import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { edgeContradictions, toEdgeConfig, type EdgeConfig } from './edge.ts'
import { environment, secrets } from './environment.ts'
import type { GatewayConfig, MailConfig } from './senders.ts'
import { StartFailure } from './start-failure.ts'
import { toTracingConfig, type TracingConfig } from './tracing.ts'
import { toWechatPayConfig, wechatPayContradictions, type WechatPayConfig } from './wechat-pay.ts'

export interface Config {
  host: string
  /** 0: the operating system chooses, here and for MQTT. */
  port: number
  mqttPort: number
  /** Undefined: no NTRIP caster. */
  ntripPort: number | undefined
  /** Undefined: health and metrics are served only with the API. */
  healthPort: number | undefined
  /** How long a process that was asked to stop still answers, while /readyz says that it leaves. */
  drainS: number
  /** Origins from which camera pictures of drones may be loaded. */
  videoOrigins: readonly string[]
  pushOrigins: readonly string[]
  /** Of identity providers that need no public address. */
  oidcOrigins: readonly string[]
  webhookOrigins: readonly string[]
  /** Where clamd listens, which scans uploads; undefined: none is scanned. */
  clamd: { path: string } | { host: string; port: number } | undefined
  /** If the processor is busy, devices have priority over consoles, jobs and files. */
  devicesFirst: boolean
  /** Devices are acknowledged although the database may lose data in a power failure. */
  postgresUnsafeAck: boolean
  edge: EdgeConfig
  /** Absolute. */
  dataFolder: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  readDatabaseUrl: string | undefined
  /** Undefined: `databaseUrl`. */
  jobsDatabaseUrl: string | undefined
  natsUrl: string | undefined
  /** Of the monitoring of all NATS servers. */
  natsMonitorUrls: readonly string[]
  /** Devices are acknowledged although NATS may lose data in a power failure. */
  natsUnsafeAck: boolean
  /** Undefined: files are stored below `dataFolder`. */
  s3: S3Config | undefined
  /** 32 bytes. */
  masterKey: Buffer | undefined
  /** The previous master key; data sealed under it can still be opened. */
  masterKeyBefore: Buffer | undefined
  /** X25519, 32 bytes. Backups contain the master key sealed to it. */
  recoveryPublicKey: Buffer | undefined
  /** The private key that belongs to it; only set to restore or verify a backup. */
  recoveryKey: Buffer | undefined
  /** Undefined: no mail is sent; the demonstration shows it instead. */
  mail: MailConfig | undefined
  /** Undefined: no SMS is sent; the demonstration shows it instead. */
  sms: GatewayConfig | undefined
  /** Undefined: bills are paid by bank transfer. */
  wechatPay: WechatPayConfig | undefined
  /** Undefined: nothing is traced. */
  tracing: TracingConfig | undefined
  mapStyleUrl: string | undefined
  mapRasterUrl: string | undefined
  mapRasterCredits: string | undefined
  mapWeatherUrl: string | undefined
  mapWeatherCredits: string | undefined
  /** URL of Open-Meteo's forecast API or a compatible one; undefined: no weather. */
  weatherUrl: string | undefined
  /** A file below `maps/` of the data folder, or elsewhere; undefined: all files of that folder. */
  mapArchive: string | undefined
  production: boolean
  demo: boolean
  /**
   * Six digits that are accepted as every SMS and mail code, the first four as every captcha; in
   * the demonstration only.
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

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the whole configuration from environment variables. An empty one counts as not set.
 * @throws StartFailure that names every problem, without values, which may be secrets
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
    healthPort: values.HEALTH_PORT,
    drainS: values.DRAIN_SECONDS,
    videoOrigins: values.VIDEO_ORIGINS,
    pushOrigins: values.PUSH_ORIGINS,
    oidcOrigins: values.OIDC_ORIGINS,
    webhookOrigins: values.WEBHOOK_ORIGINS,
    clamd: values.CLAMD,
    devicesFirst: values.DEVICES_FIRST === '1',
    postgresUnsafeAck: values.POSTGRES_UNSAFE_ACK === '1',
    edge: toEdgeConfig(values, isDemonstration(given)),
    dataFolder: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    readDatabaseUrl: values.READ_DATABASE_URL,
    jobsDatabaseUrl: values.JOBS_DATABASE_URL,
    natsUrl: values.NATS_URL,
    natsMonitorUrls: values.NATS_MONITOR_URLS,
    natsUnsafeAck: values.NATS_UNSAFE_ACK === '1',
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
    recoveryPublicKey: values.RECOVERY_PUBLIC_KEY,
    recoveryKey: values.RECOVERY_KEY,
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
    tracing: toTracingConfig(values),
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
 * Contradictions between variables. Checked on the raw values, so that they are reported together
 * with malformed ones.
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
