import type { Services } from '../../../platform/services.ts'
import type { PurposesOfPayments } from './payment-purpose.ts'
import type { WechatPay } from './wechat/wechat-pay.ts'

/** Dependencies of all code that moves money. */
export type PaymentDeps = Pick<Services, 'db' | 'clock' | 'log'> & {
  purposes: PurposesOfPayments
  /** Null: bills are paid by bank transfer only. */
  wechat: WechatPay | null
}
