// Signatures and encryption of WeChat Pay's API v3 (pay.weixin.qq.com/doc/v3, "signature
// generation", "signature verification", "decrypting callbacks"): the merchant signs requests with
// its own RSA key, WeChat signs responses and callbacks with one of its keys, and the content of a
// callback is encrypted with AES-256-GCM.
import { createDecipheriv, sign, verify } from 'node:crypto'
import type { WechatPayConfig } from '../../../../platform/config/wechat-pay.ts'

const scheme = 'WECHATPAY2-SHA256-RSA2048'
/**
 * Responses and callbacks that are older, or from the future, are rejected (five minutes according
 * to the documentation).
 */
const goodForS = 300

const lines = (...parts: readonly string[]): Buffer =>
  Buffer.from(parts.map((part) => `${part}\n`).join(''))

/** The header `Authorization`; `path` includes the query, exactly as sent. */
export const authorize = (
  { merchantId, serialNo, privateKey }: WechatPayConfig,
  { method, path, body }: { method: string; path: string; body: string },
  { timestampS, nonce }: { timestampS: number; nonce: string },
): string => {
  const signed = lines(method, path, String(timestampS), nonce, body)
  const signature = sign('RSA-SHA256', signed, privateKey).toString('base64')
  return `${scheme} mchid="${merchantId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestampS}",serial_no="${serialNo}"`
}

export type HeaderOf = (name: string) => string | undefined

/**
 * Why a message is rejected; null: it is genuinely from WeChat. WeChat's own probes have a wrong
 * signature on purpose, and must be rejected like any other.
 */
export const refusalOf = (
  { publicKeys }: WechatPayConfig,
  header: HeaderOf,
  body: string,
  nowMs: number,
): 'not signed' | 'too old' | 'unknown key' | 'wrong signature' | null => {
  const [timestamp, nonce, signature, serial] = [
    'wechatpay-timestamp',
    'wechatpay-nonce',
    'wechatpay-signature',
    'wechatpay-serial',
  ].map(header)
  if (!timestamp || !nonce || !signature || !serial || !/^\d{1,12}$/.test(timestamp))
    return 'not signed'
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > goodForS) return 'too old'
  if (!Object.hasOwn(publicKeys, serial)) return 'unknown key'
  const isRight = verify(
    'RSA-SHA256',
    lines(timestamp, nonce, body),
    publicKeys[serial]!,
    Buffer.from(signature, 'base64'),
  )
  return isRight ? null : 'wrong signature'
}

export type SealedResource = {
  algorithm: string
  ciphertext: string
  nonce: string
  associated_data?: string | undefined
}

const tagBytes = 16

/** @throws if it was encrypted with another key, or changed */
export const unseal = (
  { apiV3Key }: WechatPayConfig,
  { algorithm, ciphertext, nonce, associated_data = '' }: SealedResource,
): string => {
  if (algorithm !== 'AEAD_AES_256_GCM') throw new Error(`sealed by ${algorithm}`)
  const sealed = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(associated_data))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([
    decipher.update(sealed.subarray(0, -tagBytes)),
    decipher.final(),
  ]).toString()
}
