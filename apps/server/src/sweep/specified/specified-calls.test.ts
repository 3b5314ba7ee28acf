// A client written only from the specification: makes every call of its section 7 with the fields
// named there, as a person with the necessary rights.
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { openSweep } from '../testing-program.ts'
import { encryptBuild, preparePeople } from './testing-prepared.queries.ts'
import type { Known, SpecifiedCall, SpecifiedRequest } from './testing-calls.ts'
import { accountCalls, signInCalls, signInPassword } from './testing-people.ts'
import { blockCalls, gearCalls, orderCalls, rentalCalls } from './testing-business.ts'
import {
  commonCalls,
  dashboardCalls,
  droneCalls,
  historyCalls,
  monitorCalls,
} from './testing-fleet.ts'
import { bulletinCalls, statisticCalls, taskCalls, zoneCalls } from './testing-work.ts'

const families: Readonly<Record<string, readonly SpecifiedCall[]>> = {
  'sign-in and the own account': signInCalls,
  'monitor': monitorCalls,
  'history': historyCalls,
  'common lists': commonCalls,
  'dashboards': dashboardCalls,
  'bulletins': bulletinCalls,
  'no-fly zones': zoneCalls,
  'statistics': statisticCalls,
  'unified tasks and subsidies': taskCalls,
  'gear': gearCalls,
  'orders and invoices': orderCalls,
  'rental': rentalCalls,
  'blocks and groups': blockCalls,
  'drones and models': droneCalls,
  'accounts, members and teams': accountCalls,
}

const { app, db, signedIn } = await openSweep({
  DEMO: '1',
  FIXED_CODE: '123456',
  MASTER_KEY: 'ab'.repeat(32),
})
const known: Known = {}

beforeAll(async () => {
  await preparePeople(db, await hashPassword(signInPassword))
})

/** A picture of one pixel, for uploads that are not text. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const boundary = 'specified'
const writeForm = (fields: Readonly<Record<string, string>>, file?: string): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    ...(file === undefined
      ? []
      : [
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file.bin"\r\n\r\n`,
          ),
          file === 'a picture' ? picture : Buffer.from(file),
          Buffer.from('\r\n'),
        ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

const send = ({ operation, as }: SpecifiedCall, request: SpecifiedRequest) => {
  const { params = {}, query = {}, body, form, file, cookie } = request
  const route: Route = api[operation]
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const multipart = form !== undefined || file !== undefined
  return app().inject({
    method: route.method,
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: {
      host: 'localhost',
      language: 'en',
      ...(as === 'nobody' ? {} : { authorization: `Bearer ${signedIn.token[as]}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(multipart ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
    },
    ...(multipart
      ? { payload: writeForm(form ?? {}, file) }
      : body === undefined
        ? {}
        : { payload: body as object }),
  })
}

const readPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

const specified = Object.values(families)
  .flat()
  .filter(({ call }) => !call.startsWith('Set-up: '))
const operations = new Set(specified.map(({ operation }) => operation))
console.log(
  `Section 7 of the specification: ${specified.length} requests to ${operations.size} calls`,
)

describe.each(Object.entries(families))('%s', (_family, calls) => {
  test.each(calls)('$call', async (call) => {
    const { request = {}, fields = [], keep = {} } = call
    if (call.operation === 'signFirmware') known['encryptedName'] = await encryptBuild(db)
    const reply = await send(call, typeof request === 'function' ? request(known) : request)
    expect([200, 204], reply.body.slice(0, 600)).toContain(reply.statusCode)
    if (reply.headers['set-cookie'])
      known['cookie'] = String(reply.headers['set-cookie']).split(';')[0]!
    const answer: unknown =
      reply.body !== '' && String(reply.headers['content-type']).includes('json')
        ? reply.json()
        : undefined
    expect(fields.filter((path) => readPath(answer, path) === undefined)).toEqual([])
    for (const [name, path] of Object.entries(keep)) known[name] = String(readPath(answer, path))
  })
})
