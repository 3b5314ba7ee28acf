import { memberList, type Member } from '@swath/contract/people/members'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { FactorRuleButton } from '../member-factors/factor-rule.tsx'
import { MemberBulk } from './member-bulk.tsx'
import { MemberView } from './member-detail.tsx'
import { CreateMember, EditMember } from './member-form.tsx'
import { useMemberCells } from './use-member-cells.tsx'
import { useMemberQuestions, useSignInReveal } from './use-member-questions.ts'

const MemberActions = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation('members')
  return (
    <>
      <FactorRuleButton />
      <CreateButton label={t('create')} onClick={onCreate} />
    </>
  )
}

/** People of the own account: names, rights, and whether they are enabled. */
export const MemberListScreen = () => {
  const { t } = useTranslation('members')
  const questions = useMemberQuestions()
  const cellRenderers = useMemberCells(questions)
  const revealSignIn = useSignInReveal()
  const { answer, onLoaded } = useLoadedRows<typeof memberList>()
  const can = answer?.can ?? { create: false, userTypes: [], rights: [] }
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
  return (
    <>
      <ListScreen
        list={memberList}
        title={t('terms:members')}
        shown={[
          'userName',
          'userType',
          'enabled',
          'phoneNum',
          'email',
          'dataScope',
          'hasFactor',
          'lastSignInAt',
        ]}
        cellRenderers={cellRenderers}
        filters={[
          'userName',
          { name: 'phone', label: can.create ? t('phoneOrEmail') : t('phoneWhole') },
          'userType',
          'enabled',
          'dataScope',
          'hasFactor',
        ]}
        stats={({ stats }) => [
          { label: t('all'), value: formatCount(stats.total) },
          { label: t('enabled'), value: formatCount(stats.enabledNum) },
          { label: t('pilots'), value: formatCount(stats.pilotNum) },
        ]}
        actions={can.create && <MemberActions onCreate={() => setCreating(true)} />}
        rows={{
          onLoaded,
          bulk: can.create
            ? (members, clear) => <MemberBulk members={members} clear={clear} />
            : undefined,
          detail: {
            title: (_id, row) => row?.userName ?? t('member'),
            render: (userId, row) => (
              <MemberView
                key={userId}
                userId={userId}
                row={row}
                questions={questions}
                onEdit={setEdited}
              />
            ),
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason') }}
      />
      <CreateMember
        open={isCreating}
        onClose={() => setCreating(false)}
        grants={can}
        onMade={revealSignIn}
      />
      {edited && (
        <EditMember
          key={edited.userId}
          member={edited}
          grants={can}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
