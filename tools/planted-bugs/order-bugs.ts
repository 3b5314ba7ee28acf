// Bugs about money: payments for the service, and refunds.
import type { PlantedBug } from './plant.ts'

const modules = 'apps/server/src/modules'
const gatewayTests = [`${modules}/money/payments/wechat/wechat-pay.test.ts`]
const orderTests = [`${modules}/money/orders/orders.test.ts`]

export const orderBugs: readonly PlantedBug[] = [
  {
    name: 'money is entered again when its notice is repeated',
    file: `${modules}/money/payments/settle-payments.ts`,
    find: "if (payment.state === 'paid') return payment.gateway_id === notice.gatewayId ? 'again' : 'differs'",
    replace: '',
    tests: gatewayTests,
  },
  {
    name: 'money of another amount enters',
    file: `${modules}/money/payments/settle-payments.ts`,
    find: 'payment.amount_minor !== notice.amountMinor || payment.currency',
    replace: 'payment.currency',
    tests: gatewayTests,
  },
  {
    name: 'a callback of long ago is believed',
    file: `${modules}/money/payments/wechat/wechat-signature.ts`,
    find: "if (Math.abs(nowMs / 1000 - Number(timestamp)) > goodForS) return 'too old'",
    replace: '',
    tests: gatewayTests,
  },
  {
    name: 'more goes back than came',
    file: `${modules}/money/payments/refunds.ts`,
    find: ' || amountMinor > left',
    replace: '',
    tests: gatewayTests,
  },
  {
    name: 'orders are everyone’s',
    file: `${modules}/money/orders/orders.queries.ts`,
    find: ".where(inScope(scope, { owner: 'service.account_id' }))",
    replace: '',
    tests: orderTests,
  },
  {
    name: 'firmware goes to drones whose signing was not paid for',
    file: `${modules}/gear/firmware/firmware-rollouts.queries.ts`,
    find: 'not ${isBusy} and not ${isLapsed(now)}`)\n    .select',
    replace: 'not ${isBusy}`)\n    .select',
    tests: [`${modules}/gear/firmware/firmware.test.ts`],
  },
  {
    name: 'a drone that never had a service is taken for one that lapsed',
    file: `${modules}/money/orders/services.queries.ts`,
    find: 'order by service.year desc limit 1), false)`',
    replace: 'order by service.year desc limit 1), true)`',
    tests: orderTests,
  },
]
