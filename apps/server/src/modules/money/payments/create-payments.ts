import type { Services } from '../../../platform/services.ts'
import { createEnding } from './end-payments.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { PurposesOfPayments } from './payment-purpose.ts'
import { createRefunds } from './refunds.ts'
import { createSettling } from './settle-payments.ts'
import { createStarting } from './start-payments.ts'
import { createWechatPay } from './wechat/wechat-pay.ts'

/** The only way to receive and refund money. */
export const createPayments = (
  { db, clock, log, config }: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  purposes: PurposesOfPayments,
) => {
  const wechat = config.wechatPay ? createWechatPay(config.wechatPay, clock) : null
  const deps: PaymentDeps = { db, clock, log, purposes, wechat }
  const refunds = createRefunds(deps)
  const settling = createSettling(deps, refunds)
  return { ...createStarting(deps), ...settling, ...createEnding(deps, settling), refunds, wechat }
}
export type Payments = ReturnType<typeof createPayments>
