import type { Member } from '@swath/contract/people/members'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'
import type { FirstSignIn } from './member-form.tsx'
import { useMemberChange, useResetPassword } from './members.mutations.ts'

/** Shows a member's credentials once. */
export const useSignInReveal = (): ((signIn: FirstSignIn) => void) => {
  const { t } = useTranslation('members')
  const reveal = useCredentialReveal()
  return ({ name, login, password }) =>
    reveal({
      title: t('revealTitle', { name }),
      lines: [
        [t('login'), login],
        [t('terms:password'), password],
      ],
    })
}

export type MemberQuestions = Record<'enable' | 'disable' | 'reset' | 'remove', Ask>
type Ask = (member: Member) => void

/** Actions on a member, after their confirmations. */
export const useMemberQuestions = (): MemberQuestions => {
  const { t } = useTranslation('members')
  const confirm = useConfirm()
  const change = useMemberChange()
  const reset = useResetPassword()
  const revealSignIn = useSignInReveal()
  const closeDetail = useCloseDetail()
  return {
    enable: (member) => change.mutate({ member, opr: 'enable' }),
    disable: (member) =>
      confirm({
        title: t('askDisable', { name: member.userName }),
        text: t('disableEffect'),
        verb: t('disable'),
        run: () => change.mutateAsync({ member, opr: 'disable' }),
      }),
    reset: (member) =>
      confirm({
        title: t('askReset', { name: member.userName }),
        text: t('resetEffect'),
        verb: t('resetPassword'),
        danger: false,
        run: async () => {
          const { password } = await reset.mutateAsync({ userId: member.userId })
          const login = member.phoneNum ?? member.email ?? ''
          revealSignIn({ name: member.userName, login, password })
        },
      }),
    remove: (member) =>
      confirm({
        title: t('askDelete', { name: member.userName }),
        text: t('deleteEffect'),
        verb: t('terms:delete'),
        run: async () => {
          // Close the details before deleting.
          closeDetail()
          await change.mutateAsync({ member, opr: 'delete' })
          showSuccess(t('deleted', { name: member.userName }))
        },
      }),
  }
}
