// Secrets must not be written anywhere: the program runs as in production, with its log at the most
// verbose level, while people and devices use it with recognizable secrets.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Operation } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'
import { run } from '../cli/testing-cli.ts'
import { seedFleet, type TestFleet } from '../gateway/testing.seed.ts'
import {
  startIdentityProvider,
  testClient,
  type TestProvider,
} from '../modules/people/organisation-sign-in/testing-identity-provider.ts'
import { insertDroneRow, insertFlight } from '../modules/flights/flights/testing-rows.queries.ts'
import { insertCaptcha } from '../platform/auth/captcha.queries.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { insertUser } from '../platform/auth/testing.queries.ts'
import { loadConfig } from '../platform/config/config.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { eventually } from '../platform/testing-eventually.ts'
import { runProgram, type Program } from '../program.ts'
import { createCanaries } from './testing-canaries.ts'
import { readAllTables } from './testing-tables.queries.ts'

const own = await ownTestDatabase()
const canaries = createCanaries()
const folder = mkdtempSync(join(tmpdir(), 'swath-canaries-'))
const secret = (name: string): string =>
  canaries.add(name, `kanari-${name.replaceAll(' ', '-')}-${randomBytes(9).toString('hex')}`)

const masterKey = randomBytes(32).toString('base64')
canaries.add('master key', masterKey)
const metricsToken = secret('metrics token')

let program: Program
let fleet: TestFleet
let gateway: Server
let provider: TestProvider
const sms: string[] = []

beforeAll(async () => {
  gateway = createServer((request, reply) => {
    let text = ''
    request.on('data', (bytes: Buffer) => (text += bytes.toString()))
    request.on('end', () => {
      sms.push(text)
      // The first message fails, so that its failure is logged.
      reply.writeHead(sms.length === 1 ? 500 : 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const gatewayPort = (gateway.address() as AddressInfo).port
  provider = await startIdentityProvider()
  program = await runProgram({
    config: loadConfig({
      NODE_ENV: 'production',
      DATABASE_URL: own.url,
      DATA_DIR: folder,
      PORT: '0',
      MQTT_PORT: '0',
      MASTER_KEY: masterKey,
      METRICS_TOKEN: metricsToken,
      SMS_URL: `http://127.0.0.1:${gatewayPort}/send?key=${secret('key of the SMS gateway')}`,
      SMS_HEADERS: JSON.stringify({
        authorization: `Bearer ${secret('token of the SMS gateway')}`,
      }),
      SMTP_URL: `smtp://swath:${secret('password of the mail server')}@127.0.0.1:1?requireTLS=false`,
      MAIL_FROM: 'no-reply@example.com',
      PUSH_ORIGINS: 'http://127.0.0.1:1',
      OIDC_ORIGINS: provider.issuer,
      POSTGRES_UNSAFE_ACK: '1', // test servers do not write to disk first
    }),
    log: pino({ level: 'trace' }, { write: (line: string) => canaries.collect('the log', line) }),
    roles: ['api', 'gateway', 'jobs'],
    progress: (line) => canaries.collect('standard output', line),
    developing: true,
  })
  fleet = await seedFleet(own.db, 'CANARY', 2)
})
afterAll(async () => {
  await program?.stop()
  gateway.close()
  await provider.close()
  rmSync(folder, { recursive: true })
})

type Parts = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
/** The status of each answer, by call. */
const statuses: Partial<Record<Operation, number[]>> = {}
/** The answer, which is collected if it is an error. */
const call = async (operation: Operation, parts: Parts = {}, token?: string): Promise<string> => {
  const { method, path }: Route = api[operation]
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => parts.params![name]!)
  const answer = await fetch(
    `http://127.0.0.1:${program.httpPort}${at}?${new URLSearchParams(parts.query).toString()}`,
    {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...parts.headers,
      },
      ...(parts.body === undefined
        ? {}
        : { body: typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body) }),
    },
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  ;(statuses[operation] ??= []).push(answer.status)
  if (answer.status >= 400) canaries.collect(`an error of ${operation}`, bytes.toString())
  const isText = /json|text/.test(answer.headers.get('content-type') ?? '')
  return isText ? bytes.toString() : bytes.toString('base64')
}
const ask = async <T>(operation: Operation, parts?: Parts, token?: string): Promise<T> =>
  JSON.parse(await call(operation, parts, token)) as T

type Tokens = { jToken: string; refreshToken: string }
const keepTokens = (name: string, { jToken, refreshToken }: Tokens): Tokens => ({
  jToken: canaries.add(`access token, ${name}`, jToken),
  refreshToken: canaries.add(`refresh token, ${name}`, refreshToken),
})

/** With a captcha whose answer is known. */
const signIn = async (phoneNum: string, password: string): Promise<Tokens> => {
  const nonce = randomBytes(32).toString('base64url')
  await insertCaptcha(own.db, {
    nonceHash: createHash('sha256').update(canaries.add('nonce of a captcha', nonce)).digest(),
    answer: '2468',
    expiresAt: new Date(Date.now() + 60_000),
  })
  return ask<Tokens>('loginPd', {
    body: { phoneNum, password, verifyCode: '2468' },
    headers: { cookie: `swath_captcha=${nonce}` },
  })
}

/** The code in the last message. */
const codeFor = async (phoneNum: string, codeType: string): Promise<string> => {
  const before = sms.length
  await call('getVerify', { query: { phoneNum, codeType } })
  await eventually(() => sms.length > before)
  return canaries.add(`code ${codeType} by SMS`, /\b\d{6}\b/.exec(sms.at(-1)!)![0])
}

const person = async (accountId: string): Promise<{ phone: string; password: string }> => {
  const password = canaries.add('password', canaries.password())
  const path = `${accountId.replaceAll('-', '')}/`
  const { phone } = await insertUser(
    own.db,
    { id: accountId, path },
    { password_hash: await hashPassword(password) },
  )
  return { phone, password }
}

const useAccount = async (): Promise<string> => {
  const { phone, password } = await person(fleet.operatorId)
  await signIn(phone, canaries.add('wrong password', canaries.password()))
  await signIn(secret('password typed as a name'), canaries.password())
  const first = keepTokens('sign-in', await signIn(phone, password))
  const next = keepTokens('refresh', await ask<Tokens>('refreshToken', { body: first }))
  await call('refreshToken', { body: { refreshToken: secret('wrong refresh token') } })
  await call('getOwnInfo', {}, secret('wrong access token'))
  await call('loginPd', { body: `{"password":"${secret('password in broken JSON')}"` })
  const [oldPassword, newPassword] = [password, canaries.add('new password', canaries.password())]
  const profile = { userName: 'A person', userHeadUrl: null }
  const wrong = { ...profile, oldPassword: secret('wrong old password'), newPassword }
  await call('updateOwnProfile', { body: wrong }, next.jToken)
  await call('updateOwnProfile', { body: { ...profile, oldPassword, newPassword } }, next.jToken)

  await codeFor(phone, '3').catch(() => undefined) // the gateway refuses the first message
  await own.db.deleteFrom('throttle').execute() // otherwise the next one must wait for a minute
  const code = await codeFor(phone, '3')
  await call('resetPassword', {
    body: { phoneNum: phone, password: newPassword, verifyCode: '000000' },
  })
  const reset = canaries.add('password after a reset', canaries.password())
  await call('resetPassword', { body: { phoneNum: phone, password: reset, verifyCode: code } })
  return keepTokens('after a reset', await signIn(phone, reset)).jToken
}

/** A program calls with a key, over the API and as an assistant, and with one that does not work. */
const useKeys = async (token: string): Promise<void> => {
  const body = {
    keyName: 'A program',
    access: 'read',
    screens: ['monitor'],
    until: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const { key, keyId } = await ask<{ key: string; keyId: string }>('createApiKey', { body }, token)
  canaries.add('API key', key)
  await call('getOwnInfo', {}, key)
  await call('createApiKey', { body }, key)
  await fetch(`http://127.0.0.1:${program.httpPort}/api/mcp`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await call('revokeApiKey', { params: { keyId } }, token)
  await call('getOwnInfo', {}, key)
}

const manageMembers = async (token: string): Promise<void> => {
  const password = canaries.add('first password', canaries.password())
  const member = { userName: 'A member', userType: 3, phoneNum: '+86-13700000001', password }
  const { userId } = await ask<{ userId: string }>('createMember', { body: member }, token)
  const made = await ask<{ password: string }>('resetMemberPassword', { params: { userId } }, token)
  canaries.add('password made for a member', made.password)
  const half = await signIn('+86-13700000001', made.password)
  const chosen = canaries.add('own password of a member', canaries.password())
  await ask('chooseOwnPassword', { body: { password: chosen } }, half.jToken)
}

const share = async (token: string): Promise<void> => {
  const { manufacturerId, operatorId, modelId } = fleet
  const drone = await insertDroneRow(own.db, { manufacturerId, operatorId, modelId })
  const sortieId = await insertFlight(own.db, drone, { startMs: Date.now() - 3_600_000 })
  const report = { kind: 'flights', droneId: drone.id, sortieIds: [sortieId] }
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const { path } = await ask<{ path: string }>(
    'createShareLink',
    { body: { report, until } },
    token,
  )
  const made = canaries.add('token of a report', path.replace('/s/', ''))
  await call('openSharedReport', { params: { token: made } })
  const unknown = canaries.add('unknown token of a report', randomBytes(16).toString('base64url'))
  await call('openSharedReport', { params: { token: unknown } })
}

const subscribe = async (token: string): Promise<void> => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const p256dh = Buffer.concat([
    Buffer.of(4),
    ...[x!, y!].map((one) => Buffer.from(one, 'base64url')),
  ])
  const stored = ['push_subscription']
  const path = `kanari-push-${randomBytes(9).toString('hex')}`
  const auth = canaries.add('secret of a browser', randomBytes(16).toString('base64url'), stored)
  const endpoint = `http://127.0.0.1:1/${canaries.add('address of a browser', path, stored)}`
  await call(
    'addPushBrowser',
    { body: { endpoint, p256dh: p256dh.toString('base64url'), auth } },
    token,
  )
}

/** On `localhost`, to which providers return without TLS. */
const signInWithProvider = async (token: string): Promise<void> => {
  canaries.add('secret of a client', testClient.clientSecret)
  const roles = { createsMembers: true, defaultRole: 3 }
  const body = { providerName: 'Provider', issuer: provider.issuer, ...testClient, ...roles }
  const { providerId } = await ask<{ providerId: string }>('addIdentityProvider', { body }, token)
  const domain = { body: { domain: 'kanari.example' }, params: { providerId } }
  await ask('addSignInDomain', domain, token)
  await own.db
    .updateTable('sign_in_domain')
    .set({ proved_at: new Date(), proved_by: 'platform' })
    .execute()
  const origin = `http://localhost:${program.httpPort}`
  const post = async (operation: Operation, given: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(`${origin}${api[operation].path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(given),
    })
    ;(statuses[operation] ??= []).push(answer.status)
    return answer
  }
  const email = 'lin@kanari.example'
  const started = await post('startOrganisationSignIn', { email, origin })
  const [cookie] = started.headers.getSetCookie().map((one) => one.split(';')[0]!)
  canaries.add('secret of a browser on its way', cookie!.split('=')[1]!)
  const { address } = (await started.json()) as { address: string }
  for (const name of ['state', 'nonce'])
    canaries.add(`${name} of a sign-in`, new URL(address).searchParams.get(name)!)
  provider.signIn({ sub: 'subject', email, email_verified: true })
  const returned = await provider.visit(address)
  canaries.add('code of a provider', new URLSearchParams(returned).get('code')!)
  const finished = await post('finishOrganisationSignIn', { returned }, cookie)
  keepTokens('provider', (await finished.json()) as Tokens)
  await post('finishOrganisationSignIn', { returned }, cookie)
}

const connect = async (username: string, password: string): Promise<void> => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${program.mqttPort}`, {
    clientId: username,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  client.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    client.once('connect', () => resolve())
    client.once('close', () => resolve())
  })
  await client.endAsync(true)
}

const flyDrone = async (token: string): Promise<void> => {
  const [{ droneId }] = fleet.drones as [TestFleet['drones'][number]]
  const { password } = await ask<{ password: string }>(
    'issueCredential',
    { params: { droneId } },
    token,
  )
  await connect(droneId, canaries.add('secret of a drone', password))
  await connect(droneId, secret('wrong secret of a drone'))
  const basic = Buffer.from(`${droneId}:${secret('secret over HTTP')}`).toString('base64')
  const offerId = '019a0000-0000-7000-8000-000000000000'
  await call('fetchDeviceFirmware', {
    params: { offerId },
    headers: { authorization: `Basic ${basic}` },
  })
}

const makeKeys = async (): Promise<void> => {
  const { phone, password } = await person(fleet.manufacturerId)
  const { jToken } = keepTokens('maker', await signIn(phone, password))
  await call('setSecretKey', { params: { vid: '77' } }, jToken)
  const key = await call('downloadSecretKey', { params: { vid: '77' } }, jToken)
  canaries.add('secret key of a maker', key)
  const { keyId } = await ask<{ keyId: string }>('generateFirmwareKey', {}, jToken)
  const passphrase = secret('passphrase')
  await call('downloadFirmwareKey', { body: { keyId, passphrase } }, jToken)
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  canaries.add('private key of a maker', pem.split('\n')[1]!)
  const firmwareId = '019a0000-0000-7000-8000-000000000000'
  await call('signFirmware', { body: { firmwareId, privkey: pem } }, jToken)
}

const readMetrics = async (): Promise<void> => {
  for (const token of [metricsToken, secret('wrong metrics token')]) {
    const answer = await fetch(`http://127.0.0.1:${program.httpPort}/metrics`, {
      headers: { authorization: `Bearer ${token}`, via: '1.1 proxy' },
    })
    canaries.collect('the metrics', await answer.text())
  }
}

/** Commands and failed starts, with secrets that are right, wrong or malformed. */
const useCommands = async (): Promise<void> => {
  const environments: [string[], Record<string, string>][] = [
    [['doctor'], { NODE_ENV: 'production', MASTER_KEY: masterKey }],
    [
      ['doctor'],
      {
        MASTER_KEY: secret('malformed master key'),
        RECOVERY_KEY: secret('malformed recovery key'),
        SMTP_URL: secret('malformed address of the mail server'),
        WECHAT_PAY_API_V3_KEY: secret('malformed key of WeChat Pay'),
        S3_SECRET_ACCESS_KEY: secret('key of a bucket'),
      },
    ],
    [
      ['verify-backup', folder],
      { RECOVERY_KEY: canaries.add('recovery key', randomBytes(32).toString('base64')) },
    ],
    [
      ['rotate-key'],
      {
        MASTER_KEY: masterKey,
        MASTER_KEY_BEFORE: canaries.add('previous master key', randomBytes(32).toString('base64')),
      },
    ],
    [
      ['doctor'],
      { DATABASE_URL: `postgres://me:${secret('password of the database')}@127.0.0.1:1/x` },
    ],
    [
      ['create-admin', '+86-13900000000', 'A Person'],
      { ADMIN_PASSWORD: secret('malformed password') },
    ],
  ]
  for (const [given, environment] of environments) {
    const { out, err } = await run(own, given, environment)
    canaries.collect(`the output of ${given[0]}`, out + err)
  }
}

test('no secret is in the log, the tables, errors, metrics or the output of commands', async () => {
  const token = await useAccount()
  await manageMembers(token)
  await useKeys(token)
  await share(token)
  await subscribe(token)
  await signInWithProvider(token)
  await flyDrone(token)
  await makeKeys()
  await readMetrics()
  await useCommands()
  const tables = await readAllTables(own.db)
  for (const { name, text } of tables) canaries.collect(name, text)
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['audit_log', 'session', '_private_jobs']),
  )
  expect(statuses).toEqual({
    loginPd: [401, 401, 200, 400, 200, 200, 200],
    refreshToken: [200, 401],
    getOwnInfo: [401, 200, 401],
    updateOwnProfile: [400, 200],
    getVerify: [200, 200],
    resetPassword: [400, 204],
    createMember: [200],
    resetMemberPassword: [200],
    chooseOwnPassword: [200],
    createApiKey: [200, 403],
    revokeApiKey: [204],
    createShareLink: [200],
    openSharedReport: [200, 404],
    addPushBrowser: [200],
    addIdentityProvider: [200],
    addSignInDomain: [200],
    startOrganisationSignIn: [200],
    finishOrganisationSignIn: [200, 400],
    issueCredential: [200],
    fetchDeviceFirmware: [401],
    setSecretKey: [200],
    downloadSecretKey: [200],
    generateFirmwareKey: [200],
    downloadFirmwareKey: [200],
    signFirmware: [404],
  })
  expect(canaries.leaks()).toEqual([])
}, 120_000)
