import type { Member } from '@swath/contract/members'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { showRow, tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

export type Opr = 'enable' | 'disable'

keepUntilChanged('getMember')
const shown = ['listMembers', 'getMember'] as const

export const afterMemberChange = () => outdated(...shown)

export const useMemberChange = () =>
  useChange({
    run: async ({ member, opr }: { member: Member; opr: Opr | 'delete' }) => {
      if (opr === 'delete') await call('deleteMember', { params: { userId: member.userId } })
      else await call('enableMember', { body: { userId: member.userId, opr } })
    },
    show: ({ member, opr }) =>
      showRow(
        'listMembers',
        ({ userId }) => userId === member.userId,
        opr === 'delete' ? 'gone' : { enabled: opr === 'enable' },
      ),
    outdated: ({ opr }, error) => (opr === 'delete' && !error ? ['listMembers'] : shown),
  })

export const useCreateMember = () =>
  useChange({
    run: (body: Body<'createMember'>) => call('createMember', { body }),
    outdated: shown,
  })
export const useUpdateMember = () =>
  useChange({
    run: ({ userId, body }: { userId: string; body: Body<'updateMember'> }) =>
      call('updateMember', { params: { userId }, body }),
    outdated: shown,
    refused: tellButConflict,
  })
export const useResetPassword = () =>
  useChange({
    run: (userId: string) => call('resetMemberPassword', { params: { userId } }),
    outdated: [],
  })
