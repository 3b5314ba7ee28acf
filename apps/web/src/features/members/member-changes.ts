import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { Member } from '@swath/contract/members'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdated, queryClient } from '../../lib/query.ts'

type List = Answer<Api['listMembers']>
export type Opr = 'enable' | 'disable'

// Out of date when a change says so, never by its age: a deleted member is not asked for again
// while the drawer closes.
queryClient.setQueryDefaults(['getMember'], { staleTime: Infinity })

export const afterMemberChange = () => outdated('listMembers', 'getMember')

/** Shows the change at once in every list that is kept; answers how to take it back. */
const showChange = (userId: string, opr: Opr | 'delete'): (() => void) => {
  const before = queryClient.getQueriesData<List>({ queryKey: ['listMembers'] })
  queryClient.setQueriesData<List>(
    { queryKey: ['listMembers'] },
    (list) =>
      list && {
        ...list,
        items:
          opr === 'delete'
            ? list.items.filter((one) => one.userId !== userId)
            : list.items.map((one) =>
                one.userId === userId ? { ...one, enabled: opr === 'enable' } : one,
              ),
      },
  )
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list)
  }
}

export const useMemberChange = () =>
  useMutation({
    mutationFn: async ({ member, opr }: { member: Member; opr: Opr | 'delete' }) => {
      if (opr === 'delete') await call('deleteMember', { params: { userId: member.userId } })
      else await call('enableMember', { body: { userId: member.userId, opr } })
    },
    onMutate: ({ member, opr }) => showChange(member.userId, opr),
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSettled: (_answer, error, { opr }) =>
      opr === 'delete' && !error ? outdated('listMembers') : afterMemberChange(),
  })

export const useCreateMember = () =>
  useMutation({
    mutationFn: (body: Parameters<typeof call<'createMember'>>[1]['body']) =>
      call('createMember', { body }),
    onSettled: afterMemberChange,
  })
export const useUpdateMember = () =>
  useMutation({
    mutationFn: ({
      userId,
      body,
    }: {
      userId: string
      body: Parameters<typeof call<'updateMember'>>[1]['body']
    }) => call('updateMember', { params: { userId }, body }),
    onSettled: afterMemberChange,
  })
export const useResetPassword = () =>
  useMutation({
    mutationFn: (userId: string) => call('resetMemberPassword', { params: { userId } }),
  })
