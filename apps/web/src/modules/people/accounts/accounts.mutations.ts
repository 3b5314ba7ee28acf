import type { AccountRow } from '@swath/contract/people/accounts'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { buildChange, showRow, useChange } from '../../../lib/use-change.ts'

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
export const useDeleteAccount = buildChange(
  'deleteAccount',
  (_accountId, error) => (error ? shown : lists),
  { refused: 'shownByCaller' },
)
export const useCreateAccount = buildChange('createAccount', shown)
export const useCreateSubCompany = buildChange('createSubCompany', shown)
export const useCreateSubPlatform = buildChange('createSubPlatform', shown)
export const useUpdateAccount = buildChange('updateAccount', shown)
