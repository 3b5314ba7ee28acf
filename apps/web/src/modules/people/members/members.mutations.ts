import type { Member } from '@swath/contract/people/members'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { buildChange, showRow, tellButConflict, useChange } from '../../../lib/use-change.ts'

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

export const useCreateMember = buildChange('createMember', shown)
export const useUpdateMember = buildChange('updateMember', shown, { refused: tellButConflict })
export const useResetPassword = buildChange('resetMemberPassword', [])
