// Starts a payment: the amount, payer and payee, and how the payer pays it.
import type { PaymentProvider, PaymentPurpose } from '@swath/contract/money/payments'
import type { Currency } from '@swath/domain/money'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { buildNumber } from './numbers.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findPaymentRow, insertPayment, setPayment } from './payments.queries.ts'
import { GatewayAway, GatewayRefused } from './wechat/wechat-transport.ts'

/** Validity of a gateway's QR code. */
const gatewayMs = 2 * 3_600_000

export type StartedPayment = {
  purpose: PaymentPurpose
  referenceId: string
  payerId: string
  payeeId: string
  amountMinor: number
  currency: Currency
  provider: PaymentProvider
  /** Path, below the host, of the page that shows the amount and the payee to the payer. */
  billPath: (paymentId: string) => string
}

export const createStarting = ({ db, clock, log, wechat }: PaymentDeps) => {
  /** Ways to pay an amount in this currency. */
  const offered = (currency: Currency | null): PaymentProvider[] =>
    wechat && (currency === 'CNY' || currency === null) ? ['wechat', 'transfer'] : ['transfer']

  /**
   * Gateways for payments to a lessor: the merchant account receives money for the operator of the
   * service, and for the configured payees.
   */
  const gatewaysOf = (payeeId: string, currency: Currency): PaymentProvider[] =>
    wechat?.config.payees.includes(payeeId)
      ? offered(currency).filter((provider) => provider !== 'transfer')
      : []

  /** Called in the transaction of its cause; `open` then registers it with a gateway. */
  const start = async (trx: Tx, asked: StartedPayment): Promise<string> => {
    if (!offered(asked.currency).includes(asked.provider)) fail('payment_not_offered')
    const id = uuidv7(clock.now())
    const isTransfer = asked.provider === 'transfer'
    await insertPayment(trx, {
      ...asked,
      id,
      number: buildNumber('SP', clock.now()),
      qrText: isTransfer ? asked.billPath(id) : null,
      createdAt: new Date(clock.now()),
      expiresAt: isTransfer ? null : new Date(clock.now() + gatewayMs),
    })
    return id
  }

  /** Gets the text of the QR code; repeating it returns the same one. @throws gateway_away */
  const open = async (paymentId: string, description: string): Promise<void> => {
    const payment = (await findPaymentRow(db, paymentId)) ?? fail('not_found')
    if (payment.qr_text !== null || payment.state !== 'open' || !wechat) return
    try {
      const qrText = await wechat.open({
        number: payment.number,
        description,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        expiresAt: payment.expires_at!,
      })
      await setPayment(db, payment.id, { qr_text: qrText })
    } catch (error) {
      if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error
      log.error({ err: error, payment: payment.number }, 'a payment could not be opened')
      fail('gateway_away')
    }
  }

  return { offered, gatewaysOf, start, open }
}
