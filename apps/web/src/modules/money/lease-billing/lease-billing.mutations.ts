import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange } from '../../../lib/use-change.ts'

keepUntilChanged('getLeaseBill')

/** Operations that show clients' money. */
export const shownMoney = [
  'listLeaseBills',
  'getLeaseBill',
  'listLeaseBalances',
  'listLeaseRecharges',
  'getLeaseRecharge',
  'getLeaseStatement',
  'listLedgerMonths',
  'listLeaseWorkRecords',
] as const

export const useAskRecharge = buildChange('askLeaseRecharge', shownMoney)
export const usePayRecharge = buildChange('payLeaseRecharge', shownMoney)
export const useConfirmRecharge = buildChange('confirmLeaseRecharge', shownMoney)
export const useRefuseRecharge = buildChange('refuseLeaseRecharge', shownMoney)
export const useWithdrawRecharge = buildChange('withdrawLeaseRecharge', shownMoney)
export const useRefundRecharge = buildChange('refundLeaseRecharge', shownMoney)
export const useEnterBill = buildChange('enterLeaseBill', shownMoney)
export const useCloseMonth = buildChange('closeLedgerMonth', shownMoney)
export const useWaiveWork = buildChange('waiveLeaseWork', shownMoney)
export const useChargeWork = buildChange('chargeLeaseWork', shownMoney)
