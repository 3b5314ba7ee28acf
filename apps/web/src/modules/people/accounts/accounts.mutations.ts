import type { AccountRow } from '@swath/contract/accounts'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { showRow, useChange, type Body } from '../../../lib/use-change.ts'

export type Opr = 'enable' | 'disable'

keepUntilChanged('getAccount')
const lists = ['listAccounts', 'listManufacturers', 'listOperators'] as const
const shown = [...lists, 'getAccount'] as const

export const afterAccountChange = () => outdated(...shown)

export const useEnableAccount = () =>
  useChange({
    run: ({ account, opr }: { account: Pick<AccountRow, 'accountId'>; opr: Opr }) =>
      call('enableAccount', { body: { accountId: account.accountId, opr } }),
    show: ({ account, opr }) =>
      showRow('listAccounts', ({ accountId }) => accountId === account.accountId, {
        enabled: opr === 'enable',
      }),
    outdated: shown,
  })

/** The caller reports a refusal. */
export const useDeleteAccount = () =>
  useChange({
    run: (accountId: string) => call('deleteAccount', { params: { accountId } }),
    outdated: (_accountId, error) => (error ? shown : lists),
    refused: 'toldByCaller',
  })

export const useCreateAccount = () =>
  useChange({
    run: (body: Body<'createAccount'>) => call('createAccount', { body }),
    outdated: shown,
  })
export const useCreateSubCompany = () =>
  useChange({
    run: (body: Body<'createSubCompany'>) => call('createSubCompany', { body }),
    outdated: shown,
  })
export const useCreateSubPlatform = () =>
  useChange({
    run: (body: Body<'createSubPlatform'>) => call('createSubPlatform', { body }),
    outdated: shown,
  })
export const useUpdateAccount = () =>
  useChange({
    run: ({ accountId, body }: { accountId: string; body: Body<'updateAccount'> }) =>
      call('updateAccount', { params: { accountId }, body }),
    outdated: shown,
  })
