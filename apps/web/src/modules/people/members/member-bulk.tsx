import type { Member } from '@swath/contract/people/members'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { afterMemberChange } from './members.mutations.ts'

type Props = { members: readonly Member[]; clear: () => void }

export const MemberBulk = ({ members, clear }: Props) => {
  const { t } = useTranslation('members')
  return (
    <BulkActions
      rows={members}
      clear={clear}
      toKey={({ userId }) => userId}
      toName={({ userName }) => userName}
      after={afterMemberChange}
      actions={[
        {
          verb: t('enable'),
          ask: (count) => t('askEnableMany', { count }),
          effect: () => <p className="break-anywhere mb-8">{t('enableEffect')}</p>,
          applies: (row) => row.can.enable && !row.enabled,
          run: ({ userId }) => call('enableMember', { body: { userId, opr: 'enable' } }),
        },
        {
          verb: t('disable'),
          danger: true,
          ask: (count) => t('askDisableMany', { count }),
          effect: () => <p className="break-anywhere mb-8">{t('disableEffect')}</p>,
          applies: (row) => row.can.enable && row.enabled,
          run: ({ userId }) => call('enableMember', { body: { userId, opr: 'disable' } }),
        },
      ]}
    />
  )
}
