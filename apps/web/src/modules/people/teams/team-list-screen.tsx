import { teamList } from '@swath/contract/people/teams'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useNarrow } from '../../../ui/use-width.ts'
import { EndingTag, TeamView } from './team-detail.tsx'
import { CreateTeam } from './team-forms.tsx'
import { TeamTabs } from './team-tabs.tsx'

/** The teams and their members. */
export const TeamListScreen = () => {
  const { t } = useTranslation('teams')
  const { answer, onLoaded } = useLoadedRows<typeof teamList>()
  const narrow = useNarrow()
  const [isCreating, setCreating] = useState(false)
  const create = answer?.can.create && (
    <CreateButton label={t('create')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={teamList}
        title={t('app:teamList')}
        head={<TeamTabs />}
        shown={['groupName', 'leaderName', 'memberNum', 'droneNum', 'endingNum', 'accountName']}
        cellRenderers={{
          leaderName: { render: ({ leaderName }) => leaderName ?? dash },
          endingNum: {
            render: ({ endingNum }) =>
              endingNum === 0 ? dash : <EndingTag count={endingNum} bare={!narrow} />,
          },
        }}
        filters={['groupName', { name: 'userName', label: t('memberName') }, 'accountName']}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.groupName ?? t('terms:team'),
            render: (groupId) => <TeamView key={groupId} groupId={groupId} />,
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason') }}
      />
      {isCreating && <CreateTeam onClose={() => setCreating(false)} />}
    </>
  )
}
