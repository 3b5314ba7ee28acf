import { memberList, userTypeStates, type Member } from '@swath/contract/people/members'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
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

const roles = ['all', ...userTypeStates] as const

/** People of the own account: names, rights, and whether they are enabled. */
export const MemberListScreen = () => {
  const { t } = useTranslation('members')
  const questions = useMemberQuestions()
  const cellRenderers = useMemberCells(questions)
  const revealSignIn = useSignInReveal()
  const { answer, onLoaded } = useLoadedRows<typeof memberList>()
  const can = answer?.can ?? { create: false, userTypes: [], rights: [] }
  const { chips, narrowed } = useStateChips({
    name: 'userType',
    title: t('role'),
    states: roles,
    labels: memberList.columns.userType.labels,
    counts: answer?.stats,
    hidesEmpty: true,
  })
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
  return (
    <>
      <ListScreen
        list={memberList}
        title={t('terms:members')}
        head={chips}
        as={{ narrowed }}
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
          'enabled',
          'dataScope',
          'hasFactor',
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
