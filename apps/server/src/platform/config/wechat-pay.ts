// WeChat Pay, with the operator of the service as merchant. Disabled unless all variables are set.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'

export type WechatPayConfig = {
  /** Without a trailing slash. */
  url: string
  merchantId: string
  appId: string
  /** Serial number of the merchant's certificate. */
  serialNo: string
  /** PEM. */
  privateKey: string
  /** 32 characters. */
  apiV3Key: string
  /** Keys with which WeChat signs, by id or serial number; PEM of a key or certificate. */
  publicKeys: Readonly<Record<string, string>>
  /** WeChat's callback URL, public: https://host/api/payments/wechat/notify */
  notifyUrl: string
  /**
   * Accounts, in addition to the operator of the service, that receive payments made by WeChat Pay.
   */
  payees: readonly string[]
}

const names = [
  'WECHAT_PAY_MCHID',
  'WECHAT_PAY_APPID',
  'WECHAT_PAY_SERIAL_NO',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_API_V3_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
  'WECHAT_PAY_PUBLIC_KEY_ID',
  'WECHAT_PAY_NOTIFY_URL',
] as const

/** Several PEM blocks: while WeChat changes its key, two are valid. */
const blocksOf = (text: string): string[] =>
  text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? []

const works = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch {
    return false // reported by the rule that requires it
  }
}

const webUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an address that begins with http:// or https://',
  )

export const wechatPayEnvironment = {
  WECHAT_PAY_URL: webUrl.default('https://api.mch.weixin.qq.com'),
  WECHAT_PAY_MCHID: z
    .string()
    .regex(/^\d{8,12}$/, 'must be 8 to 12 digits')
    .optional(),
  WECHAT_PAY_APPID: z
    .string()
    .regex(/^wx\w{1,30}$/, 'must begin with wx')
    .optional(),
  WECHAT_PAY_SERIAL_NO: z
    .string()
    .regex(/^[0-9A-F]{8,64}$/i, 'must be hexadecimal digits')
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: z
    .string()
    .refine((pem) => works(() => createPrivateKey(pem)), 'must be a private key in PEM')
    .optional(),
  WECHAT_PAY_API_V3_KEY: z.string().length(32, 'must be 32 characters').optional(),
  WECHAT_PAY_PUBLIC_KEY: z
    .string()
    .refine(
      (text) =>
        blocksOf(text).length > 0 &&
        blocksOf(text).every((pem) => works(() => createPublicKey(pem))),
      'must be public keys or certificates in PEM',
    )
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^\w+(,\w+)*$/, 'must be ids with commas between them')
    .optional(),
  WECHAT_PAY_NOTIFY_URL: webUrl.optional(),
  WECHAT_PAY_PAYEES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((id) => id.trim() || []))
    .pipe(z.array(z.uuid('must be ids of accounts with commas between them'))),
}

type Values = { [K in (typeof names)[number]]?: string | undefined } & {
  WECHAT_PAY_URL: string
  WECHAT_PAY_PAYEES: readonly string[]
}

export const wechatPayContradictions = (
  env: Readonly<Record<string, string | undefined>>,
): string[] => {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === names.length)
    return env['WECHAT_PAY_URL'] === undefined ? [] : [`WECHAT_PAY_URL needs ${names.join(', ')}`]
  if (missing.length > 0)
    return [`${missing.join(', ')} must be set too: WeChat Pay needs ${names.join(', ')}`]
  return blocksOf(env['WECHAT_PAY_PUBLIC_KEY']!).length ===
    env['WECHAT_PAY_PUBLIC_KEY_ID']!.split(',').length
    ? []
    : ['WECHAT_PAY_PUBLIC_KEY and WECHAT_PAY_PUBLIC_KEY_ID must name as many keys']
}

export const toWechatPayConfig = (values: Values): WechatPayConfig | undefined => {
  if (values.WECHAT_PAY_MCHID === undefined) return undefined
  const blocks = blocksOf(values.WECHAT_PAY_PUBLIC_KEY!)
  return {
    url: values.WECHAT_PAY_URL.replace(/\/+$/, ''),
    merchantId: values.WECHAT_PAY_MCHID,
    appId: values.WECHAT_PAY_APPID!,
    serialNo: values.WECHAT_PAY_SERIAL_NO!,
    privateKey: values.WECHAT_PAY_PRIVATE_KEY!,
    apiV3Key: values.WECHAT_PAY_API_V3_KEY!,
    publicKeys: Object.fromEntries(
      values.WECHAT_PAY_PUBLIC_KEY_ID!.split(',').map((id, place) => [id, blocks[place]!]),
    ),
    notifyUrl: values.WECHAT_PAY_NOTIFY_URL!,
    payees: values.WECHAT_PAY_PAYEES,
  }
}
