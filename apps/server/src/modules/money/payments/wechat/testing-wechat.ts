// A fake of WeChat Pay's server with its own keys: it stores payments and refunds, sends callbacks
// as often and in the order that a test needs, can send false data, and can be down.
import {
  createCipheriv,
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WechatPayConfig } from '../../../../platform/config/wechat-pay.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const merchant = pair()
const gateway = pair()
const wrong = pair()
const keyId = 'PUB_KEY_ID_0000000000000024101100397200000006'
const apiV3Key = 'k'.repeat(32)

type Trade = {
  number: string
  total: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'
  transactionId: string
  paidAt: string
}
type Refund = {
  number: string
  paymentNumber: string
  amount: number
  status: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL'
  at: string
}

/** Faults that a test can enable. */
export type Lies = {
  /** Does not respond. */
  isAway: boolean
  /** Signs with another key. */
  signsWrongly: boolean
  /** Reports one cent more than was paid. */
  addsACent: boolean
  /** Refunds wait instead of being done at once. */
  refundsWait: boolean
}

type Gateway = {
  clock: { now: () => number }
  trades: Map<string, Trade>
  refunds: Map<string, Refund>
  lies: Lies
  /** Received calls, in order. */
  asked: string[]
}

const china = (ms: number): string =>
  `${new Date(ms + 28_800_000).toISOString().slice(0, 19)}+08:00`
const yuan = (minor: number): string => (minor / 100).toFixed(2)

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Verifies the signature of the merchant's requests; invalid ones get 401. */
const isSigned = (request: IncomingMessage, body: string): boolean => {
  const header = request.headers.authorization ?? ''
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? ''
  const text = `${request.method}\n${request.url}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
  return (
    header.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    verify(
      'RSA-SHA256',
      Buffer.from(text),
      merchant.publicKey,
      Buffer.from(field('signature'), 'base64'),
    )
  )
}

const signedHeaders = (body: string, atMs: number, privateKey: string) => {
  const timestamp = String(Math.floor(atMs / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': keyId,
    'wechatpay-signature': sign(
      'RSA-SHA256',
      Buffer.from(`${timestamp}\n${nonce}\n${body}\n`),
      privateKey,
    ).toString('base64'),
  }
}

const seal = (content: object) => {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce)).setAAD(
    Buffer.from('transaction'),
  )
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64'),
    nonce,
    associated_data: 'transaction',
  }
}

const billHeads =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const sumHeads =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const billLine = (cells: Readonly<Record<string, string>>): string =>
  billHeads
    .split(',')
    .map((head) => `\`${cells[head] ?? ''}`)
    .join(',')

const toTransaction = (
  { lies }: Gateway,
  { number, state, total, transactionId, paidAt }: Trade,
) => ({
  appid: 'wx0000000000000001',
  mchid: '1900000109',
  out_trade_no: number,
  trade_state: state,
  trade_state_desc: state,
  ...(state === 'SUCCESS'
    ? {
        transaction_id: transactionId,
        success_time: paidAt,
        amount: { total: total + (lies.addsACent ? 1 : 0), currency: 'CNY' },
      }
    : {}),
})
const toRefund = ({ trades }: Gateway, { number, paymentNumber, amount, status, at }: Refund) => ({
  refund_id: `50${number}`,
  out_refund_no: number,
  out_trade_no: paymentNumber,
  status,
  create_time: at,
  amount: { refund: amount, total: trades.get(paymentNumber)?.total ?? 0, currency: 'CNY' },
})

const billOf = ({ trades, refunds }: Gateway, day: string): string => {
  const rows = [
    ...[...trades.values()]
      .filter((trade) => trade.state === 'SUCCESS' && trade.paidAt.startsWith(day))
      .map((trade) =>
        billLine({
          交易时间: trade.paidAt.slice(0, 19).replace('T', ' '),
          微信订单号: trade.transactionId,
          商户订单号: trade.number,
          交易状态: 'SUCCESS',
          商品名称: 'Drones, a year',
          订单金额: yuan(trade.total),
        }),
      ),
    ...[...refunds.values()]
      .filter((refund) => refund.at.startsWith(day))
      .map((refund) =>
        billLine({
          交易时间: refund.at.slice(0, 19).replace('T', ' '),
          商户订单号: refund.paymentNumber,
          交易状态: 'REFUND',
          商户退款单号: refund.number,
          申请退款金额: yuan(refund.amount),
        }),
      ),
  ]
  return `\uFEFF${[billHeads, ...rows, sumHeads, `\`${rows.length},\`0,\`0,\`0,\`0,\`0,\`0`, ''].join('\r\n')}`
}

const answerOrder = (
  gate: Gateway,
  request: IncomingMessage,
  body: string,
): [number, object | null] => {
  const { trades } = gate
  const [, number, action] = /out-trade-no\/([^/?]+)(\/close)?/.exec(request.url ?? '') ?? []
  if (number === undefined) {
    const { out_trade_no, amount } = JSON.parse(body) as {
      out_trade_no: string
      amount: { total: number }
    }
    const known = trades.get(out_trade_no)
    if (!known)
      trades.set(out_trade_no, {
        number: out_trade_no,
        total: amount.total,
        state: 'NOTPAY',
        transactionId: `42${out_trade_no.slice(2)}`,
        paidAt: '',
      })
    return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no}` }]
  }
  const trade = trades.get(number)
  if (!trade) return [404, { code: 'ORDER_NOT_EXIST', message: 'no such order' }]
  if (!action) return [200, toTransaction(gate, trade)]
  if (trade.state === 'SUCCESS') return [400, { code: 'ORDERPAID', message: 'paid' }]
  trade.state = 'CLOSED'
  return [204, null]
}

const answerRefund = (gate: Gateway, request: IncomingMessage, body: string): [number, object] => {
  const { refunds, lies, clock } = gate
  if (request.method === 'GET') {
    const refund = refunds.get(request.url!.split('/').at(-1)!)
    return refund
      ? [200, toRefund(gate, refund)]
      : [404, { code: 'RESOURCE_NOT_EXISTS', message: '' }]
  }
  const asked = JSON.parse(body) as {
    out_trade_no: string
    out_refund_no: string
    amount: { refund: number }
  }
  const refund = refunds.get(asked.out_refund_no) ?? {
    number: asked.out_refund_no,
    paymentNumber: asked.out_trade_no,
    amount: asked.amount.refund,
    status: lies.refundsWait ? ('PROCESSING' as const) : ('SUCCESS' as const),
    at: china(clock.now()),
  }
  refunds.set(refund.number, refund)
  return [200, toRefund(gate, refund)]
}

const answer = (
  gate: Gateway,
  request: IncomingMessage,
  body: string,
): [number, object | string | null] => {
  const url = new URL(request.url!, 'http://gateway')
  if (url.pathname.startsWith('/v3/pay/')) return answerOrder(gate, request, body)
  if (url.pathname.startsWith('/v3/refund/')) return answerRefund(gate, request, body)
  if (url.pathname === '/v3/billdownload/file')
    return [200, billOf(gate, url.searchParams.get('token')!)]
  const day = url.searchParams.get('bill_date') ?? ''
  const bill = billOf(gate, day)
  if (bill.split('\r\n').length === 4) return [400, { code: 'NO_STATEMENT_EXIST', message: '' }]
  return [
    200,
    {
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(bill).digest('hex'),
      download_url: `http://${request.headers.host}/v3/billdownload/file?token=${day}`,
    },
  ]
}

/** A callback as WeChat would send it. */
const callback = ({ lies }: Gateway, eventType: string, content: object, atMs: number) => {
  const body = JSON.stringify({
    id: `EV-${randomBytes(8).toString('hex')}`,
    create_time: china(atMs),
    event_type: eventType,
    resource_type: 'encrypt-resource',
    resource: seal(content),
  })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(body, atMs, lies.signsWrongly ? wrong.privateKey : gateway.privateKey),
    },
  }
}

/** Pays as someone who scans the code. */
const payTrade = ({ trades, clock }: Gateway, number: string): void => {
  const trade = trades.get(number)
  if (trade?.state !== 'NOTPAY') throw new Error(`${number} cannot be paid`)
  trade.state = 'SUCCESS'
  trade.paidAt = china(clock.now())
}
const tellOfPayment = (gate: Gateway, number: string, atMs = gate.clock.now()) =>
  callback(gate, 'TRANSACTION.SUCCESS', toTransaction(gate, gate.trades.get(number)!), atMs)

const cashierPath = '/cashier/'
/**
 * When run as a program, a GET of /cashier/NUMBER pays, and reports the payment three times at once
 * to the address in the query.
 */
const payAtCashier = async (gate: Gateway, { pathname, searchParams }: URL): Promise<void> => {
  const number = pathname.slice(cashierPath.length)
  payTrade(gate, number)
  const { body, headers } = tellOfPayment(gate, number)
  const responses = await Promise.all(
    [1, 2, 3].map(() => fetch(searchParams.get('tell')!, { method: 'POST', body, headers })),
  )
  if (responses.some(({ status }) => status !== 204)) throw new Error(`${number} was not taken in`)
}

const serve = async (
  gate: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await readBody(request)
  const { lies, asked, clock } = gate
  if (request.url?.startsWith(cashierPath)) {
    await payAtCashier(gate, new URL(request.url, 'http://gateway'))
    return void response.writeHead(204).end()
  }
  if (lies.isAway) return void request.socket.destroy()
  asked.push(`${request.method} ${request.url}`)
  const [status, reply] = isSigned(request, body)
    ? answer(gate, request, body)
    : ([401, { code: 'SIGN_ERROR', message: 'not signed' }] as [number, object])
  const text = reply === null ? '' : typeof reply === 'string' ? reply : JSON.stringify(reply)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...signedHeaders(text, clock.now(), lies.signsWrongly ? wrong.privateKey : gateway.privateKey),
  })
  response.end(text)
}
const buildConfig = (url: string, notifyUrl: string): WechatPayConfig => ({
  url,
  merchantId: '1900000109',
  appId: 'wx0000000000000001',
  serialNo: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  privateKey: merchant.privateKey,
  apiV3Key,
  publicKeys: { [keyId]: gateway.publicKey },
  notifyUrl,
  payees: [],
})

export const openWechat = async (
  clock: { now: () => number },
  notifyUrl = 'http://127.0.0.1:9/',
) => {
  const gate: Gateway = {
    clock,
    trades: new Map(),
    refunds: new Map(),
    lies: { isAway: false, signsWrongly: false, addsACent: false, refundsWait: false },
    asked: [],
  }
  const server = createServer((request, response) => void serve(gate, request, response))
  await new Promise<void>((resume) => void server.listen(0, '127.0.0.1', resume))
  const config = buildConfig(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notifyUrl,
  )
  return {
    ...gate,
    config,
    pay: (number: string): void => payTrade(gate, number),
    tellOfPayment: (number: string, atMs?: number) => tellOfPayment(gate, number, atMs),
    finishRefund: (number: string, status: 'SUCCESS' | 'ABNORMAL'): void => {
      gate.refunds.get(number)!.status = status
    },
    tellOfRefund: (number: string) => {
      const { status: refund_status, ...rest } = toRefund(gate, gate.refunds.get(number)!)
      return callback(
        gate,
        `REFUND.${refund_status}`,
        { mchid: config.merchantId, refund_status, ...rest },
        clock.now(),
      )
    },
    close: () => new Promise<void>((resume) => void server.close(() => resume())),
  }
}
/** Environment variables for a server that uses this fake, when run as a program. */
export const toEnvironment = ({ config }: { config: WechatPayConfig }) => ({
  WECHAT_PAY_URL: config.url,
  WECHAT_PAY_MCHID: config.merchantId,
  WECHAT_PAY_APPID: config.appId,
  WECHAT_PAY_SERIAL_NO: config.serialNo,
  WECHAT_PAY_PRIVATE_KEY: config.privateKey,
  WECHAT_PAY_API_V3_KEY: config.apiV3Key,
  WECHAT_PAY_PUBLIC_KEY: gateway.publicKey,
  WECHAT_PAY_PUBLIC_KEY_ID: keyId,
  WECHAT_PAY_NOTIFY_URL: config.notifyUrl,
})
