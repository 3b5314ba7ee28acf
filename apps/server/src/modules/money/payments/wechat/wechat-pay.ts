// The calls of WeChat Pay's API v3 for payments by QR code (pay.weixin.qq.com/doc/v3: native
// payment, order query, closing, refunds, trade bill).
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../../platform/clock/clock.ts'
import type { WechatPayConfig } from '../../../../platform/config/wechat-pay.ts'
import { readTradeBill, type BillLine } from './wechat-bill.ts'
import { createSender, GatewayAway, GatewayRefused, type Sender } from './wechat-transport.ts'

/** Numbers of orders and payments in the format of the API. */
const Reference = z.string().regex(/^[\x21-\x7e]{1,64}$/)
/** The year in which WeChat Pay started. */
const earliestPaidMs = Date.UTC(2013, 0)

export const Transaction = z.object({
  mchid: z.string(),
  out_trade_no: Reference,
  transaction_id: Reference.optional(),
  trade_state: z.enum([
    'SUCCESS',
    'REFUND',
    'NOTPAY',
    'CLOSED',
    'REVOKED',
    'USERPAYING',
    'PAYERROR',
  ]),
  success_time: z.iso
    .datetime({ offset: true })
    .refine((time) => Date.parse(time) >= earliestPaidMs)
    .optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})
export type Transaction = z.infer<typeof Transaction>

const RefundStatus = z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL'])
const RefundAnswer = z.object({
  refund_id: z.string(),
  out_refund_no: z.string(),
  status: RefundStatus,
  create_time: z.string(),
  amount: z.object({ refund: z.int() }),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>
/** Body of a callback. */
export const RefundNotice = z.object({
  mchid: z.string(),
  out_refund_no: Reference,
  refund_id: Reference,
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'ABNORMAL']),
  amount: z.object({ refund: z.int() }),
})

/** ISO 8601 in China's time zone, as the API requires. */
const toChina = (ms: number): string =>
  `${new Date(ms + 28_800_000).toISOString().slice(0, 19)}+08:00`

const BillAnswer = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.string(),
})

const createOrderCalls = (config: WechatPayConfig, { ask }: Sender) => {
  const { merchantId } = config
  const order = (number: string): string =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(number)}`
  /** Rejects a response about another merchant or order. */
  const own = (found: Transaction, number: string): Transaction => {
    if (found.mchid !== merchantId || found.out_trade_no !== number)
      throw new GatewayAway('the gateway answered about another payment')
    return found
  }
  return {
    /** The text of the QR code; the same number returns the same payment. */
    open: async (payment: {
      number: string
      description: string
      amountMinor: number
      currency: string
      expiresAt: Date
    }): Promise<string> => {
      const { code_url } = await ask(
        {
          method: 'POST',
          path: '/v3/pay/transactions/native',
          body: {
            appid: config.appId,
            mchid: merchantId,
            description: payment.description,
            out_trade_no: payment.number,
            time_expire: toChina(payment.expiresAt.getTime()),
            notify_url: config.notifyUrl,
            amount: { total: payment.amountMinor, currency: payment.currency },
          },
        },
        z.object({ code_url: z.string().min(1).max(512) }),
      )
      return code_url
    },
    find: async (number: string): Promise<Transaction> =>
      own(
        await ask({ method: 'GET', path: `${order(number)}?mchid=${merchantId}` }, Transaction),
        number,
      ),
    close: async (number: string): Promise<void> => {
      await ask(
        { method: 'POST', path: `${order(number)}/close`, body: { mchid: merchantId } },
        z.unknown(),
      )
    },
  }
}

const createRefundCalls = (config: WechatPayConfig, { ask }: Sender) => {
  const own = (found: RefundAnswer, number: string): RefundAnswer => {
    if (found.out_refund_no !== number)
      throw new GatewayAway('the gateway answered about another refund')
    return found
  }
  return {
    /** Repeating it with the same number requests the same refund. */
    refund: async (refund: {
      number: string
      paymentNumber: string
      reason: string
      amountMinor: number
      totalMinor: number
      currency: string
    }): Promise<RefundAnswer> =>
      own(
        await ask(
          {
            method: 'POST',
            path: '/v3/refund/domestic/refunds',
            body: {
              out_trade_no: refund.paymentNumber,
              out_refund_no: refund.number,
              reason: refund.reason.slice(0, 80),
              notify_url: config.notifyUrl,
              amount: {
                refund: refund.amountMinor,
                total: refund.totalMinor,
                currency: refund.currency,
              },
            },
          },
          RefundAnswer,
        ),
        refund.number,
      ),
    findRefund: async (number: string): Promise<RefundAnswer> =>
      own(
        await ask(
          { method: 'GET', path: `/v3/refund/domestic/refunds/${encodeURIComponent(number)}` },
          RefundAnswer,
        ),
        number,
      ),
  }
}

export const createWechatPay = (config: WechatPayConfig, clock: Clock) => {
  const sender = createSender(config, clock)
  const { ask, fetchSigned } = sender
  return {
    config,
    ...createOrderCalls(config, sender),
    ...createRefundCalls(config, sender),
    /** Payments and refunds of a day in China; empty if there were none. */
    readBill: async (day: string): Promise<BillLine[]> => {
      const bill = await ask(
        { method: 'GET', path: `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL` },
        BillAnswer,
      ).catch((error: unknown) => {
        if (error instanceof GatewayRefused && error.code === 'NO_STATEMENT_EXIST') return null
        throw error
      })
      if (!bill) return []
      const { origin, pathname, search } = new URL(bill.download_url)
      if (origin !== new URL(config.url).origin)
        throw new GatewayAway('the bill lies with somebody else')
      const file = await fetchSigned(origin, { method: 'GET', path: pathname + search })
      if (!file.ok) throw new GatewayAway(`the bill answered ${file.status}`)
      const bytes = Buffer.from(await file.arrayBuffer())
      // The file is not signed, but the response with its hash was.
      if (createHash('sha1').update(bytes).digest('hex') !== bill.hash_value.toLowerCase())
        throw new GatewayAway('the bill does not match its announced hash')
      return readTradeBill(bytes.toString())
    },
  }
}
export type WechatPay = ReturnType<typeof createWechatPay>
