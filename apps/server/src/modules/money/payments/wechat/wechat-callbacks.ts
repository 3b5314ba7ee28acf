// Callbacks of WeChat Pay about payments and refunds. They are not calls of the API: the raw body
// is authenticated by its signature alone, and WeChat repeats a callback for a day until it is
// acknowledged.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { tx } from '../../../../platform/database/database.ts'
import type { Services } from '../../../../platform/services.ts'
import { createTurns } from '../../../../platform/turns.ts'
import type { Payments } from '../create-payments.ts'
import { RefundNotice, Transaction, type WechatPay } from './wechat-pay.ts'
import { refusalOf, unseal } from './wechat-signature.ts'

const path = '/api/payments/wechat/notify'
const bytesAtMost = 64 * 1024

/** Reports of the same payment wait for its row; this limits the connections that they use. */
const atOnce = 4
/** More are refused; WeChat repeats them like all unanswered callbacks. */
const waitingAtMost = 2_000

const Notice = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.string(),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
})

type Deps = { services: Pick<Services, 'db' | 'clock' | 'log'>; payments: Payments }

/**
 * Processes a report, unless it was processed before.
 * @returns false if it is not about one of our payments
 */
const takeIn = async (
  { services: { db }, payments }: Deps,
  wechat: WechatPay,
  text: string,
): Promise<boolean> => {
  const notice = Notice.parse(JSON.parse(text))
  const content: unknown = JSON.parse(unseal(wechat.config, notice.resource))
  const { merchantId } = wechat.config
  if (notice.event_type.startsWith('REFUND.')) {
    const refund = RefundNotice.parse(content)
    if (refund.mchid !== merchantId) return false
    const settled = await tx(db, (trx) =>
      payments.refunds.settle(trx, {
        number: refund.out_refund_no,
        gatewayId: refund.refund_id,
        amountMinor: refund.amount.refund,
        isDone: refund.refund_status === 'SUCCESS',
      }),
    )
    return settled === 'settled' || settled === 'again'
  }
  const found = Transaction.parse(content)
  if (found.mchid !== merchantId) return false
  const settled = await tx(db, (trx) => payments.settleTransaction(trx, found))
  return settled === 'paid' || settled === 'again' || settled === 'not paid'
}

export const registerWechatCallbacks = async (
  server: FastifyInstance,
  { services, payments }: Deps,
): Promise<void> => {
  const { wechat } = payments
  if (!wechat) return
  const { log, clock } = services
  const turns = createTurns({
    atOnce,
    waitingAtMost,
    tooMany: () => {
      throw new Error('more callbacks of the gateway at once than can be taken in')
    },
  })
  await server.register(async (own) => {
    // The signature covers the text as sent: it is parsed only once the signature has been checked.
    own.removeContentTypeParser('application/json')
    own.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: bytesAtMost },
      (_request, body, done) => done(null, body),
    )
    own.post(path, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : ''
      const header = (name: string): string | undefined => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : undefined
      }
      const refusal = refusalOf(wechat.config, header, text, clock.now())
      const refuse = (why: string) => {
        log.warn({ why, traceId: request.id }, 'a callback of the gateway was refused')
        return reply.code(refusal ? 401 : 400).send({ code: 'FAIL', message: why })
      }
      if (refusal) return refuse(refusal)
      try {
        if (await turns.take(() => takeIn({ services, payments }, wechat, text)))
          return reply.code(204).send()
        return refuse('not ours, or not what was asked for')
      } catch (error) {
        if (error instanceof z.ZodError || error instanceof SyntaxError) return refuse('not read')
        // Encrypted with another key, or the database is down: WeChat will repeat it.
        log.error({ err: error, traceId: request.id }, 'a callback could not be taken in')
        return reply.code(500).send({ code: 'FAIL', message: 'not taken in' })
      }
    })
  })
}
