// Creates certificates for tests: X.509 version 1 (RFC 5280, section 4.1), self-signed.
import { generateKeyPairSync, sign } from 'node:crypto'
import type { Pem } from './certificate.ts'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const encodeName = (commonName: string): Buffer =>
  sequence(
    der(
      0x31,
      sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(commonName))),
    ),
  )
const encodeTime = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`))

/** @param serial distinguishes the certificates of a test, 1 to 127 */
export const makeCertificate = (
  serial: number,
  validForMs = 90 * 24 * 3_600_000,
  nowMs = Date.now(),
): Pem => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stated = sequence(
    der(0x02, Buffer.from([serial])),
    ecdsaWithSha256,
    encodeName('localhost'),
    sequence(encodeTime(nowMs - 3_600_000), encodeTime(nowMs + validForMs)),
    encodeName('localhost'),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', stated, privateKey)
  const bytes = sequence(stated, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = bytes.toString('base64').replace(/.{64}(?!$)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
