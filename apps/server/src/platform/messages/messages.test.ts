// The drivers on real sockets, with a mail server and an SMS gateway in the test.
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { settableClock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/database.ts'
import { failedBeforeSending, type Driver, type OutgoingMessage } from './driver.ts'
import type { GatewayConfig } from '../config/senders.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createMessages, missingChannels, type Message } from './messages.ts'
import { createSmtpDriver } from './smtp.ts'
import { composeText } from './texts.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const message: OutgoingMessage = {
  channel: 'sms',
  to: '+86-13800000001',
  subject: null,
  text: '验证码 "042617" & 10 分钟\n\\ {code}',
  template: 'signInCode',
  code: '042617',
  language: 'zh-CN',
}

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
const gateway = async (answer: number | 'silence' | 'redirect' = 200) => {
  const asked: Asked[] = []
  const server = createHttp((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      if (answer === 'silence') return
      if (answer === 'redirect') reply.writeHead(302, { location: '/elsewhere' }).end()
      else reply.writeHead(answer).end('{"detail":"+86-13800000001"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const through = async (config: Partial<GatewayConfig>, answer?: Parameters<typeof gateway>[0]) => {
  const { asked, url } = await gateway(answer)
  await createHttpGateway({
    method: 'POST',
    headers: {},
    body: '{"to":"{to}","text":"{text}"}',
    ...config,
    url: url + (config.url ?? '/send'),
  }).send(message)
  return asked[0]!
}

describe('the SMS gateway', () => {
  test('receives JSON in which every value is a single string, with any content', async () => {
    const { method, headers, body } = await through({
      headers: { Authorization: 'Bearer s3cret' },
      body: '{"phones":["{to}"],"country":"{country}","n":"{number}","t":"{text}","c":"{code}","k":"{template}/{language}"}',
    })
    expect([method, headers['content-type'], headers.authorization]).toEqual([
      'POST',
      'application/json',
      'Bearer s3cret',
    ])
    expect(JSON.parse(body)).toEqual({
      phones: ['+8613800000001'],
      country: '86',
      n: '13800000001',
      t: message.text,
      c: '042617',
      k: 'signInCode/zh-CN',
    })
  })

  test('receives a form with all special characters escaped', async () => {
    const { body } = await through({
      method: 'PUT',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'mobile={number}&content={text}&key=a',
    })
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      mobile: '13800000001',
      content: message.text,
      key: 'a',
    })
  })

  test('receives XML with all markup escaped', async () => {
    const { body } = await through({
      headers: { 'content-type': 'text/xml' },
      body: '<m to="{to}">{text}</m>',
    })
    expect(body).toBe('<m to="+8613800000001">验证码 &#34;042617&#34; &#38; 10 分钟\n\\ {code}</m>')
  })

  test('receives everything in the URL, by GET', async () => {
    const { method, url, body } = await through({
      method: 'GET',
      url: '/sms?to={to}&text={text}&sig={code}',
      body: null,
    })
    expect([method, body]).toEqual(['GET', ''])
    expect(Object.fromEntries(new URL(url, 'http://x').searchParams)).toEqual({
      to: '+8613800000001',
      text: message.text,
      sig: '042617',
    })
  })

  test('accepts a message only by answering 2xx', async () => {
    await through({}, 202)
    for (const status of [400, 401, 429, 500, 503])
      await expect(through({}, status)).rejects.toThrow(`the SMS gateway answered ${status}`)
    await expect(through({}, 'redirect')).rejects.toThrow('fetch failed')
  })
})

/**
 * Supports the necessary part of SMTP, and records what it receives. `says` replaces answers, by
 * the command's first word.
 */
const mailServer = async (says: Readonly<Record<string, string>> = {}) => {
  const heard: string[] = []
  const mails: string[] = []
  const talk = (socket: Socket): void => {
    let inData = false
    let rest = ''
    socket.write('220 test ESMTP\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inData) {
          if (line === '.') {
            inData = false
            socket.write(says['.'] ?? '250 taken\r\n')
          } else mails[mails.length - 1] += `${line}\n`
          continue
        }
        heard.push(line)
        const verb = line.split(' ')[0]!.toUpperCase()
        if (says[verb]) socket.write(says[verb])
        else if (verb === 'EHLO') socket.write('250-test\r\n250 AUTH PLAIN\r\n')
        else if (verb === 'STARTTLS') socket.write('502 not here\r\n')
        else if (verb === 'AUTH') socket.write('235 in\r\n')
        else if (verb === 'DATA') {
          inData = true
          mails.push('')
          socket.write('354 go on\r\n')
        } else if (verb === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return { heard, mails, port: (server.address() as AddressInfo).port }
}
const mail: OutgoingMessage = {
  ...message,
  channel: 'mail',
  to: 'wang@example.com',
  subject: '登录验证码：042617',
  text: '您的验证码是 042617。',
}

describe('mail', () => {
  test('is sent with authentication to the right address, and arrives complete', async () => {
    const { heard, mails, port } = await mailServer()
    await createSmtpDriver({
      url: `smtp://swath:p%40ss@127.0.0.1:${port}`,
      from: 'Swath <no-reply@example.com>',
    }).send(mail)
    expect(heard).toContain(`AUTH PLAIN ${Buffer.from('\0swath\0p@ss').toString('base64')}`)
    expect(heard.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
      'MAIL FROM:<no-reply@example.com>',
      'RCPT TO:<wang@example.com>',
    ])
    const [head = '', body = ''] = mails[0]!.split('\n\n')
    expect(head).toMatch(/^From: Swath <no-reply@example\.com>$/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(head).toContain(Buffer.from('登录验证码').toString('base64').slice(0, 12))
    expect(Buffer.from(body, 'base64').toString('utf8')).toBe(mail.text)
  })

  test('with line breaks in its subject or recipient has no additional headers', async () => {
    const { heard, mails, port } = await mailServer()
    const driver = createSmtpDriver({
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@example.com',
    })
    await driver
      .send({
        ...mail,
        subject: 'Hello\r\nBcc: all@example.com',
        to: 'a@example.com\r\nRCPT TO:<b@example.com>',
      })
      .catch(() => undefined)
    expect(heard.filter((line) => line.startsWith('RCPT TO:<b'))).toEqual([])
    expect(mails.join('')).not.toMatch(/^Bcc:/m)
  })

  test('a refusal is logged with its reason, and without the recipient', async () => {
    const { port } = await mailServer({ RCPT: '550 no such user wang@example.com\r\n' })
    const refusal = await createSmtpDriver({
      url: `smtp://127.0.0.1:${port}`,
      from: 'no-reply@example.com',
    })
      .send(mail)
      .catch((error: Error) => error)
    expect((refusal as Error).message).toBe('the mail server answered 550')
    expect(failedBeforeSending(refusal)).toBe(false)
  })

  test('sends no password unencrypted to another machine', async () => {
    const { heard, port } = await mailServer()
    // A local address that does not look like one; the server offers no TLS.
    const driver = createSmtpDriver({
      url: `smtp://a:b@0.0.0.0:${port}`,
      from: 'no-reply@example.com',
    })
    await expect(driver.send(mail)).rejects.toThrow(/the mail server/)
    expect(heard.filter((line) => line.startsWith('AUTH'))).toEqual([])
  })

  test('to an unreachable server may be tried again; to a server that stops answering it may not', async () => {
    const nowhere = await createSmtpDriver({
      url: 'smtp://127.0.0.1:9',
      from: 'no-reply@example.com',
    })
      .send(mail)
      .catch((error: unknown) => error)
    expect(failedBeforeSending(nowhere)).toBe(true)
    const { url } = await gateway()
    await open.pop()!()
    const refused = await createHttpGateway({ url, method: 'POST', headers: {}, body: '{text}' })
      .send(message)
      .catch((error: unknown) => error)
    expect(failedBeforeSending(refused)).toBe(true)
    expect(failedBeforeSending(Object.assign(new Error('x'), { name: 'TimeoutError' }))).toBe(false)
  })
})

describe('sending', () => {
  const logged: Record<string, unknown>[] = []
  const services = () => ({
    db: {} as Db,
    clock: settableClock(1_000_000),
    config: { demo: false } as Config,
    log: pino(
      { level: 'error' },
      { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  })
  const code: Message = {
    channel: 'sms',
    to: '+86-13800000001',
    template: 'signInCode',
    values: { product: 'Swath', host: 'h', code: '042617', minutes: '10' },
    language: 'en',
  }

  test('is retried once if nothing was sent, and never if the message may have arrived', async () => {
    for (const [error, tries] of [
      [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 2],
      [Object.assign(new Error(), { name: 'TimeoutError' }), 1],
      [new Error('500'), 1],
    ] as const) {
      let count = 0
      const messages = createMessages(services(), {
        sms: {
          send: async () => {
            count++
            throw error
          },
        },
      })
      messages.send(code)
      await messages.settled()
      expect([error.message, count]).toEqual([error.message, tries])
    }
    expect(JSON.stringify(logged)).not.toMatch(/13800000001|042617/)
    expect(logged.map(({ why }) => why)).toEqual(['Error', 'TimeoutError', 'Error'])
  })

  test('returns before anything is sent, sends eight at once, and settles when all are done', async () => {
    let [running, most, done] = [0, 0, 0]
    const slow: Driver = {
      send: async () => {
        most = Math.max(most, ++running)
        await new Promise((resume) => setTimeout(resume, 5))
        running--
        done++
      },
    }
    const messages = createMessages(services(), { sms: slow })
    for (let i = 0; i < 40; i++) messages.send(code)
    expect(done + running).toBe(0)
    await messages.settled()
    expect([done, most]).toEqual([40, 8])
  })

  test('reports a channel as down after three failures in a row, for a minute', async () => {
    const given = services()
    const messages = createMessages(given, {
      sms: {
        send: async () => {
          throw new Error('x')
        },
      },
      mail: { send: async () => undefined },
    })
    for (let i = 0; i < 3; i++) {
      expect(messages.accepts('sms')).toBe(true)
      messages.send(code)
      await messages.settled()
    }
    expect([messages.accepts('sms'), messages.accepts('mail')]).toEqual([false, true])
    given.clock.advance(61_000)
    expect(messages.accepts('sms')).toBe(true)
  })

  test('needs a provider: without one, both channels are missing in production', () => {
    const config = (given: Partial<Config>): Config =>
      ({ demo: false, sms: undefined, mail: undefined, ...given }) as Config
    expect(missingChannels(config({}))).toEqual(['sms', 'mail'])
    expect(missingChannels(config({ mail: { url: 'smtp://x', from: 'a@b' } }))).toEqual(['sms'])
    expect(missingChannels(config({ demo: true }))).toEqual([])
  })

  test('fills the placeholders of texts, but not those inside values', () => {
    expect(
      composeText('signInCode', 'sms', 'en', { product: '{{code}}', code: '1', minutes: '10' })
        .text,
    ).toBe('{{code}}: 1 is your sign-in code, valid for 10 minutes. Do not share it.')
    for (const language of ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const) {
      for (const template of [
        'signInCode',
        'registrationCode',
        'resetCode',
        'accountExists',
        'passwordChanged',
      ] as const) {
        for (const channel of ['sms', 'mail'] as const) {
          const { subject, text } = composeText(template, channel, language, {
            product: 'Swath',
            code: '042617',
            minutes: '10',
            host: 'swath.example',
          })
          expect(`${subject}${text}`).not.toContain('{{')
          expect(text.includes('042617')).toBe(template.endsWith('Code'))
          if (channel === 'sms') expect(text.length).toBeLessThanOrEqual(160)
        }
      }
    }
  })
})
