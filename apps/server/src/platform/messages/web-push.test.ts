import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush, verifyVapid } from '../../modules/alarms/push/testing-push-service.ts'
import { encryptPush, generateServiceKeys, pushBytesAtMost, signVapid } from './web-push.ts'

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64url')

test('the test’s browser decrypts the message of RFC 8291, appendix A', () => {
  const body = fromBase64(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const keys = {
    privateKey: fromBase64('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: fromBase64(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: fromBase64('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  expect(decryptPush(body, keys)).toBe('When I grow up, I want to be a watermelon')
})

const browser = () => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  return { privateKey: ecdh.getPrivateKey(), publicKey, auth: randomBytes(16) }
}

test('only the browser with the keys decrypts a message, of up to the size limit', () => {
  const one = browser()
  const text = 'ä'.repeat(pushBytesAtMost / 2)
  const body = encryptPush(Buffer.from(text), { p256dh: one.publicKey, auth: one.auth })
  expect(body.length).toBeLessThanOrEqual(4096)
  expect(decryptPush(body, one)).toBe(text)
  expect(() => decryptPush(body, browser())).toThrow()
  expect(() => decryptPush(body, { ...one, auth: randomBytes(16) })).toThrow()
})

test('a key that is no point of the curve is refused', () => {
  const p256dh = Buffer.alloc(65, 4)
  expect(() => encryptPush(Buffer.from('x'), { p256dh, auth: randomBytes(16) })).toThrow()
})

test('the sender’s token is for one service and twelve hours', () => {
  const keys = generateServiceKeys()
  const nowMs = Date.parse('2026-06-15T04:00:00Z')
  const header = signVapid('https://push.example.com/send/1', keys, {
    contact: 'https://swath.example',
    nowMs,
  })
  const expected = {
    publicKey: Buffer.from(keys.publicKey).toString('base64url'),
    origin: 'https://push.example.com',
    nowMs,
  }
  expect(verifyVapid(header, expected)).toEqual({ sub: 'https://swath.example' })
  expect(() => verifyVapid(header, { ...expected, origin: 'https://other.example' })).toThrow()
  expect(() => verifyVapid(header, { ...expected, nowMs: nowMs + 13 * 3_600_000 })).toThrow()
  const other = Buffer.from(generateServiceKeys().publicKey).toString('base64url')
  expect(() => verifyVapid(header, { ...expected, publicKey: other })).toThrow()
})
