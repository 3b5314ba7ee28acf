import type { Operation } from '@swath/contract/api'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getLeaseBill')

/** What shows money of clients. */
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

type OfRecharge<O extends Operation> = { rechargeId: string } & Body<O>

export const useAskRecharge = () =>
  useChange({
    run: (body: Body<'askLeaseRecharge'>) => call('askLeaseRecharge', { body }),
    outdated: shownMoney,
  })
export const usePayRecharge = () =>
  useChange({
    run: ({ rechargeId, ...body }: OfRecharge<'payLeaseRecharge'>) =>
      call('payLeaseRecharge', { params: { rechargeId }, body }),
    outdated: shownMoney,
  })
export const useConfirmRecharge = () =>
  useChange({
    run: ({ rechargeId, ...body }: OfRecharge<'confirmLeaseRecharge'>) =>
      call('confirmLeaseRecharge', { params: { rechargeId }, body }),
    outdated: shownMoney,
  })
export const useRefuseRecharge = () =>
  useChange({
    run: ({ rechargeId, ...body }: OfRecharge<'refuseLeaseRecharge'>) =>
      call('refuseLeaseRecharge', { params: { rechargeId }, body }),
    outdated: shownMoney,
  })
export const useWithdrawRecharge = () =>
  useChange({
    run: ({ rechargeId, ...body }: OfRecharge<'withdrawLeaseRecharge'>) =>
      call('withdrawLeaseRecharge', { params: { rechargeId }, body }),
    outdated: shownMoney,
  })
export const useRefundRecharge = () =>
  useChange({
    run: ({ rechargeId, ...body }: OfRecharge<'refundLeaseRecharge'>) =>
      call('refundLeaseRecharge', { params: { rechargeId }, body }),
    outdated: shownMoney,
  })
export const useEnterBill = () =>
  useChange({
    run: (body: Body<'enterLeaseBill'>) => call('enterLeaseBill', { body }),
    outdated: shownMoney,
  })
export const useCloseMonth = () =>
  useChange({
    run: (body: Body<'closeLedgerMonth'>) => call('closeLedgerMonth', { body }),
    outdated: shownMoney,
  })
export const useWaiveWork = () =>
  useChange({
    run: (body: Body<'waiveLeaseWork'>) => call('waiveLeaseWork', { body }),
    outdated: shownMoney,
  })
export const useChargeWork = () =>
  useChange({
    run: (body: Body<'chargeLeaseWork'>) => call('chargeLeaseWork', { body }),
    outdated: shownMoney,
  })
