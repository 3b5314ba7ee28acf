// A browser and its push service, for tests: an HTTP endpoint that verifies VAPID (RFC 8292) and
// decrypts messages (RFC 8291), written independently of the sender.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Keys = { privateKey: Uint8Array; publicKey: Uint8Array; auth: Uint8Array }

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  new Uint8Array(hkdfSync('sha256', key, salt, info, bytes))

/** @throws if the message was not encrypted for these keys */
export const decryptPush = (body: Buffer, { privateKey, publicKey, auth }: Keys): string => {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('the padding of the last record is wrong')
  return padded.subarray(0, end).toString('utf8')
}

/** @throws if the sender is not the owner of the key, or the token is not for this service */
export const verifyVapid = (
  authorization: string,
  { publicKey, origin, nowMs }: { publicKey: string; origin: string; nowMs: number },
): { sub: string } => {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (token === undefined || key !== publicKey) throw new Error('not the key of the subscription')
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({
        format: 'jwk',
        key: {
          kty: 'EC',
          crv: 'P-256',
          x: point.subarray(1, 33).toString('base64url'),
          y: point.subarray(33).toString('base64url'),
        },
      }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature!, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(head!, 'base64url').toString()) as { alg: string }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  const leftS = exp - nowMs / 1000
  if (!isSigned || alg !== 'ES256') throw new Error('the signature is wrong')
  if (aud !== origin || leftS <= 0 || leftS > 86_400) throw new Error('not for this service or day')
  return { sub }
}

export type Pushed = { path: string; text: string; headers: NodeJS.Dict<string | string[]> }

/** `nowMs`: the clock of the sender; `port`: 0 lets the system choose. */
export const openPushService = async (nowMs: () => number = Date.now, port = 0) => {
  const browsers = new Map<string, Keys & { serverKey: string }>()
  const received: Pushed[] = []
  const refused: string[] = []
  let status = 201
  let listener: (pushed: Pushed) => void = () => undefined
  const server = createServer((request, response) => {
    const accept = async (): Promise<number> => {
      const body = await buffer(request)
      if (status >= 300) return status
      const path = request.url!
      const browser = browsers.get(path)
      if (!browser) return 410
      if (request.headers['content-encoding'] !== 'aes128gcm' || body.length > 4096) return 400
      verifyVapid(request.headers.authorization!, {
        publicKey: browser.serverKey,
        origin,
        nowMs: nowMs(),
      })
      const pushed = { path, text: decryptPush(body, browser), headers: request.headers }
      received.push(pushed)
      listener(pushed)
      return status
    }
    accept()
      .catch((error: unknown) => {
        refused.push(String(error))
        return 403
      })
      .then((code) => response.writeHead(code, { location: '/elsewhere' }).end())
      .catch(console.error)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    /** Why messages were refused. */
    refused,
    answer: (code: number) => void (status = code),
    onPush: (hear: (pushed: Pushed) => void) => void (listener = hear),
    /** Subscribes as `pushManager.subscribe` does; the keys are those that a page reports. */
    subscribe: (serverKey: string) => {
      const ecdh = createECDH('prime256v1')
      const publicKey = ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      browsers.set(path, { privateKey: ecdh.getPrivateKey(), publicKey, auth, serverKey })
      return {
        endpoint: origin + path,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    unsubscribe: (endpoint: string) => browsers.delete(new URL(endpoint).pathname),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type PushService = Awaited<ReturnType<typeof openPushService>>
