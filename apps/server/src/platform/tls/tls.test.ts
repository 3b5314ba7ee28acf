// The program's own TLS: HTTP/2 and HTTP/1.1 on one port, WebSockets, renewal while it is running.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestOver1 } from 'node:https'
import { connect as connectOver2, constants } from 'node:http2'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, TLSSocket, type SecureVersion } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createRedirectServer } from '../http/redirect.ts'
import { createHttpServer } from '../http/server.ts'
import { followCertificate, type Certificate, type Pem } from './certificate.ts'
import { makeCertificate } from './testing-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'swath-tls-'))
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
const put = ({ cert, key }: Pem): void => {
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
}
const log = pino({ level: 'silent' })
let certificate: Certificate
let server: FastifyInstance
let port: number

beforeAll(async () => {
  put(makeCertificate(1))
  certificate = followCertificate(files, log, 20)
  server = await createHttpServer({ log, certificate, requestTimeoutMs: 1_000, checkMs: 100 })
  server.get('/who', async (request) => ({
    version: request.raw.httpVersion,
    ...server.readClient(request.raw),
  }))
  server.post('/length', async (request) => ({ length: JSON.stringify(request.body).length }))
  const sockets = new WebSocketServer({ noServer: true })
  server.server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (one) => one.send('welcome')),
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  certificate.stop()
  rmSync(folder, { recursive: true })
})

const over1 = (path: string): Promise<{ body: unknown; headers: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    const request = requestOver1(
      {
        host: '127.0.0.1',
        port,
        path,
        rejectUnauthorized: false,
        headers: { host: 'spray.example' },
      },
      (reply) => {
        let text = ''
        reply.on('data', (piece: Buffer) => (text += piece.toString()))
        reply.on('end', () => resolve({ body: JSON.parse(text), headers: reply.headers }))
      },
    )
    request.on('error', reject).end()
  })

const session2 = async () => {
  const session = connectOver2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  await once(session, 'connect')
  return session
}

const serialNow = async (): Promise<string> => {
  const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

describe('a server with a certificate', () => {
  test('answers HTTP/1.1, and requires the browser to use TLS', async () => {
    const { body, headers } = await over1('/who')
    expect(body).toMatchObject({
      version: '1.1',
      address: '127.0.0.1',
      host: 'spray.example',
      secure: true,
    })
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/)
  })

  test('answers HTTP/2, including bodies', async () => {
    const session = await session2()
    const read = async (headers: Record<string, string>, payload?: string): Promise<unknown> => {
      const stream = session.request({ ':authority': 'Spray.example:8443', ...headers })
      stream.end(payload)
      let text = ''
      for await (const piece of stream) text += String(piece)
      return JSON.parse(text)
    }
    expect(await read({ ':path': '/who' })).toMatchObject({
      version: '2.0',
      address: '127.0.0.1',
      host: 'spray.example',
      secure: true,
    })
    const body = { text: 'x'.repeat(200_000) }
    const posted = await read(
      { ':path': '/length', ':method': 'POST', 'content-type': 'application/json' },
      JSON.stringify(body),
    )
    expect(posted).toEqual({ length: JSON.stringify(body).length })
    session.close()
  })

  test('supports WebSockets', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/live`, { rejectUnauthorized: false })
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(message.toString()).toBe('welcome')
    socket.terminate()
  })

  // The second accepts connections as the endpoint of drones does.
  test.each(['consoles', 'drones'])('accepts TLS 1.2 and 1.3 only, for %s', async (whom) => {
    const endpoint = createServer((socket) => {
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: certificate.context(),
      })
      secured.on('error', () => undefined)
    })
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const to = whom === 'consoles' ? port : (endpoint.address() as AddressInfo).port
    const connect = async (
      version: SecureVersion,
      ciphers = 'DEFAULT',
    ): Promise<[string | null, string]> => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: to,
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ciphers: `${ciphers}@SECLEVEL=0`, // otherwise OpenSSL itself would not offer old versions
      })
      try {
        await once(socket, 'secureConnect')
        return [socket.getProtocol(), socket.getCipher().name]
      } finally {
        socket.destroy()
      }
    }
    expect(await connect('TLSv1.3')).toEqual(['TLSv1.3', 'TLS_AES_256_GCM_SHA384'])
    expect(await connect('TLSv1.2')).toEqual(['TLSv1.2', expect.stringMatching(/^ECDHE-/)])
    // the server's order counts, not that of the client
    const weakFirst = 'AES128-SHA:ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA:ECDHE+AESGCM'
    expect((await connect('TLSv1.2', weakFirst))[1]).toMatch(/^ECDHE-.*GCM/)
    for (const old of ['TLSv1', 'TLSv1.1'] as const)
      await expect(connect(old)).rejects.toThrow(/protocol version/)
    endpoint.close()
  })

  test('limits the time for an HTTP/2 body', async () => {
    const session = await session2()
    const stream = session.request({
      ':path': '/length',
      ':method': 'POST',
      'content-type': 'application/json',
    })
    stream.on('error', () => undefined)
    stream.write('{')
    await once(stream, 'close')
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
    session.destroy()
  })

  test('limits the time for HTTP/1.1 headers', async () => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    let text = ''
    socket.on('data', (piece: Buffer) => (text += piece.toString()))
    socket.on('error', () => undefined)
    socket.write('GET /who HTTP/1.1\r\nhost: a')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('renewal', () => {
  test('while running: new connections get the new certificate, and an open connection continues', async () => {
    const session = await session2()
    expect(await serialNow()).toBe('01')
    put(makeCertificate(2))
    await vi.waitFor(async () => expect(await serialNow()).toBe('02'), { timeout: 60_000 })
    const stream = session.request({ ':path': '/who' })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect(headers[':status']).toBe(200)
    session.destroy()
  })

  test('a certificate without its key is not used, and the previous one stays', async () => {
    const [before, next] = [await serialNow(), makeCertificate(3)]
    writeFileSync(files.certFile, next.cert)
    await new Promise((resume) => setTimeout(resume, 200))
    expect(await serialNow()).toBe(before)
    writeFileSync(files.keyFile, next.key)
    await vi.waitFor(async () => expect(await serialNow()).toBe('03'), { timeout: 60_000 })
  })
})

test('files that are missing or do not match are reported at the start', () => {
  const wrong = { certFile: join(folder, 'none.pem'), keyFile: files.keyFile }
  expect(() => followCertificate(wrong, log)).toThrow(
    /TLS_CERT_FILE and TLS_KEY_FILE cannot be used/,
  )
  const other = join(folder, 'other.pem')
  writeFileSync(other, makeCertificate(4).cert)
  expect(() => followCertificate({ ...files, certFile: other }, log)).toThrow(/cannot be used/)
})

test('a certificate that expires soon is reported', () => {
  const warnings: string[] = []
  const soon = { certFile: join(folder, 'soon-cert.pem'), keyFile: join(folder, 'soon-key.pem') }
  const { cert, key } = makeCertificate(5, 24 * 3_600_000)
  writeFileSync(soon.certFile, cert)
  writeFileSync(soon.keyFile, key)
  const follow = followCertificate(
    soon,
    pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
  )
  expect(warnings.join()).toContain('The certificate ends on')
  expect(follow.validForS()).toBeGreaterThan(23 * 3600)
  follow.stop()
})

test('the plain port redirects pages to TLS, refuses calls, and accepts nothing else', async () => {
  const redirect = createRedirectServer(() => 8443)
  await new Promise<void>((resolve) => void redirect.listen(0, '127.0.0.1', resolve))
  const ask = (path: string, host: string) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      get(
        {
          host: '127.0.0.1',
          port: (redirect.address() as AddressInfo).port,
          path,
          headers: { host },
        },
        (reply) => {
          reply.resume()
          resolve([reply.statusCode, reply.headers.location])
        },
      ).on('error', reject)
    })
  expect(await ask('/login?a=1', 'spray.example:8080')).toEqual([
    308,
    'https://spray.example:8443/login?a=1',
  ])
  expect(await ask('//evil.example/', 'spray.example')).toEqual([
    308,
    'https://spray.example:8443//evil.example/',
  ])
  expect((await ask('/', 'spray.example/evil'))[0]).toBe(400)
  expect(await ask('/api/user/baseaccount/loginPd', 'spray.example')).toEqual([403, undefined])
  await new Promise((resolve) => void redirect.close(resolve))
})
