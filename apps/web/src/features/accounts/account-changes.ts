import type { Api } from '@swath/contract/api'
import type { AccountRow } from '@swath/contract/accounts'
import type { Answer, Call } from '@swath/contract/kit'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdated, queryClient } from '../../lib/query.ts'

type List = Answer<Api['listAccounts']>
export type Opr = 'enable' | 'disable'

// Out of date when a change says so, never by its age: a deleted account is not asked for again
// while its drawer closes.
queryClient.setQueryDefaults(['getAccount'], { staleTime: Infinity })

export const afterAccountChange = () =>
  outdated('listAccounts', 'getAccount', 'listManufacturers', 'listOperators')

const showEnabled = (accountId: string, enabled: boolean): (() => void) => {
  const before = queryClient.getQueriesData<List>({ queryKey: ['listAccounts'] })
  queryClient.setQueriesData<List>(
    { queryKey: ['listAccounts'] },
    (list) =>
      list && {
        ...list,
        items: list.items.map((row) => (row.accountId === accountId ? { ...row, enabled } : row)),
      },
  )
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list)
  }
}

/** Seen at once, taken back where the server refuses. */
export const useEnableAccount = () =>
  useMutation({
    mutationFn: ({ account, opr }: { account: Pick<AccountRow, 'accountId'>; opr: Opr }) =>
      call('enableAccount', { body: { accountId: account.accountId, opr } }),
    onMutate: ({ account, opr }) => showEnabled(account.accountId, opr === 'enable'),
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSettled: afterAccountChange,
  })

/** Why it is refused is told where it was asked. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (accountId: string) => call('deleteAccount', { params: { accountId } }),
    meta: { quiet: true },
    onSuccess: () => outdated('listAccounts', 'listManufacturers', 'listOperators'),
  })

type Change = 'createAccount' | 'createSubCompany' | 'createSubPlatform' | 'updateAccount'
type Body<O extends Change> = Call<Api[O]> extends { body: infer B } ? B : never

export const useCreateAccount = () =>
  useMutation({
    mutationFn: (body: Body<'createAccount'>) => call('createAccount', { body }),
    onSuccess: afterAccountChange,
  })
export const useCreateSubCompany = () =>
  useMutation({
    mutationFn: (body: Body<'createSubCompany'>) => call('createSubCompany', { body }),
    onSuccess: afterAccountChange,
  })
export const useCreateSubPlatform = () =>
  useMutation({
    mutationFn: (body: Body<'createSubPlatform'>) => call('createSubPlatform', { body }),
    onSuccess: afterAccountChange,
  })
export const useUpdateAccount = () =>
  useMutation({
    mutationFn: ({ accountId, body }: { accountId: string; body: Body<'updateAccount'> }) =>
      call('updateAccount', { params: { accountId }, body }),
    onSuccess: afterAccountChange,
  })
