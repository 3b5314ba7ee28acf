// Calls of the API for preparations that a journey does not show: over HTTP as the browser makes
// them.
import { userTypeCodes } from '@swath/domain/access/rights'
import { demoPassword, fixedCode } from './program.ts'
import { sharedProgram } from './running-program.ts'

export type Calls = {
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, body: unknown) => Promise<T>
  put: <T>(path: string, body: unknown) => Promise<T>
  delete: (path: string) => Promise<void>
}

/** A person's session, as the console stores it; with a temporary password only the first token. */
export type Session = { jToken: string; refreshToken: string; userInfo: object }

const send = async (
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    headers: {
      'language': 'en',
      'terminal-type': 'web',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

export const openSession = async (
  phone: string,
  { address } = sharedProgram,
  password = demoPassword,
): Promise<Session> => {
  const captcha = await fetch(`${address}/api/user/baseaccount/captcha`)
  const cookie = captcha.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return (await send(
    'POST',
    `${address}/api/user/baseaccount/loginPd`,
    { cookie },
    {
      phoneNum: `+86-${phone}`,
      password,
      verifyCode: fixedCode.slice(0, 4),
      rememberPassword: false,
    },
  )) as Session
}

export const callsAs = async (phone: string, program = sharedProgram): Promise<Calls> => {
  const { jToken } = await openSession(phone, program)
  const headers = { authorization: `Bearer ${jToken}` }
  const ask = (method: string, path: string, body?: unknown): Promise<unknown> =>
    send(method, program.address + path, headers, body)
  return {
    get: async <T>(path: string) => (await ask('GET', path)) as T,
    post: async <T>(path: string, body: unknown) => (await ask('POST', path, body)) as T,
    put: async <T>(path: string, body: unknown) => (await ask('PUT', path, body)) as T,
    delete: async (path: string) => void (await ask('DELETE', path)),
  }
}

export type Credentials = { username: string; password: string; mqttPort: number }

/** Registers a drone of the account's first model and issues its credentials. */
export const newDrone = async (
  calls: Calls,
  droneId: string,
  droneName = droneId,
): Promise<Credentials> => {
  const models = await calls.get<{ items: { flyModelId: string }[] }>(
    '/api/drone/device/manage/flyModelList',
  )
  await calls.post('/api/drone/device/manage/addDrone', {
    droneId,
    droneName,
    flyModelId: models.items[0]!.flyModelId,
  })
  return calls.post(`/api/drone/device/manage/${droneId}/credential`, {})
}

/** Of people whom a journey creates. */
export const temporaryPassword = 'Welcome2026'

/** As the person does on the page after the first sign-in. */
export const chooseDemoPassword = async (phone: string, program = sharedProgram): Promise<void> => {
  const { jToken } = await openSession(phone, program, temporaryPassword)
  await send(
    'POST',
    `${program.address}/api/user/baseaccount/ownPassword`,
    { authorization: `Bearer ${jToken}` },
    { password: demoPassword },
  )
}

let phones = 0
/** Unique numbers in this run: the program may be used by several. */
export const freshPhone = (): string =>
  `137${String((Date.now() + ++phones) % 1e8).padStart(8, '0')}`

export type Member = { userId: string; name: string; phone: string }

/**
 * A member of the caller's account with this role, who has chosen the demonstration's password.
 */
export const newMember = async (
  calls: Calls,
  userType: number,
  program = sharedProgram,
): Promise<Member> => {
  const isPilot = userType === userTypeCodes.pilot // no pilot can sign in
  const phone = freshPhone()
  const name = `Role ${userType} ${phone}`
  const { userId } = await calls.post<{ userId: string }>('/api/user/member/manage', {
    userName: name,
    phoneNum: `+86-${phone}`,
    email: null,
    userType,
    rights: null,
    dataScope: 1,
    password: isPilot ? demoPassword : temporaryPassword,
  })
  if (!isPilot) await chooseDemoPassword(phone, program)
  return { userId, name, phone }
}

/** Makes names unique in all journeys of all runs, and on retry. */
export const freshMark = (): string => Date.now().toString(36)

/** Serial numbers that no other journey of any run has used. */
export const freshSerial = (prefix: string): string => `${prefix}-${freshMark().toUpperCase()}`
