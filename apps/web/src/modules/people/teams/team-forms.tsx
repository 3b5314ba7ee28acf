import {
  NewTeam,
  TeamRenaming,
  TeamMembers,
  teamDronesAtMost,
  type TeamDetail,
} from '@swath/contract/people/teams'
import { DroneId } from '@swath/contract/fields'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { DroneChoice, PeopleChoice, usePeople } from './choices.tsx'
import {
  useAddTeamMembers,
  useCreateTeam,
  useRenameTeam,
  useSetTeamDrones,
} from './teams.mutations.ts'

const NameField = () => {
  const { t } = useTranslation('teams')
  return <TextField name="groupName" label={t('terms:thingName')} maxLength={60} />
}

/** Selects the leader from the selected members. */
const LeaderField = ({ userIds }: { userIds: readonly string[] }) => {
  const { t } = useTranslation('teams')
  const people = usePeople()
  return (
    <FormField name="leaderUserId" label={t('leader')}>
      <Select
        allowClear
        placeholder={t('noLeader')}
        options={(people.data?.items ?? [])
          .filter(({ userId }) => userIds.includes(userId))
          .map(({ userId, userName }) => ({ value: userId, label: userName }))}
      />
    </FormField>
  )
}

export const CreateTeam = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('teams')
  const create = useCreateTeam()
  const [userIds, setUserIds] = useState<readonly string[]>([])
  return (
    <FormDrawer
      onClose={onClose}
      title={t('create')}
      submitLabel={t('create')}
      schema={NewTeam}
      initial={{ userIds: [] }}
      onValues={(values) => setUserIds(values.userIds ?? [])}
      onSubmit={async (body) => {
        const { groupName } = await create.mutateAsync(body)
        showSuccess(t('created', { name: groupName }))
      }}
    >
      <NameField />
      <FormField name="userIds" label={t('people')} extra={t('addMembersHint')}>
        <PeopleChoice />
      </FormField>
      <LeaderField userIds={userIds} />
    </FormDrawer>
  )
}

type Props = { team: TeamDetail; onClose: () => void }

export const RenameTeam = ({ team, onClose }: Props) => {
  const { t } = useTranslation('teams')
  const rename = useRenameTeam()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('terms:rename')}
      schema={TeamRenaming}
      initial={{ groupName: team.groupName, version: team.version }}
      readAgain={async () => {
        const { groupName, version } = await call('getTeam', { params: { groupId: team.groupId } })
        return { groupName, version }
      }}
      onSubmit={async (body) => {
        const { groupName } = await rename.mutateAsync({ groupId: team.groupId, ...body })
        showSuccess(t('renamed', { name: groupName }))
      }}
    >
      <NameField />
    </FormDrawer>
  )
}

export const AddMembers = ({ team, onClose }: Props) => {
  const { t } = useTranslation('teams')
  const add = useAddTeamMembers()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('addMembers')}
      submitLabel={t('addMembers')}
      schema={TeamMembers}
      initial={{ userIds: [], version: team.version }}
      onSubmit={(body) => add.mutateAsync({ groupId: team.groupId, ...body })}
    >
      <FormField name="userIds" label={t('people')} extra={t('addMembersHint')}>
        <PeopleChoice without={team.groupId} />
      </FormField>
    </FormDrawer>
  )
}

const Drones = z.object({ droneIds: z.array(DroneId).max(teamDronesAtMost) })

export const ChooseDrones = ({ team, onClose }: Props) => {
  const { t } = useTranslation('teams')
  const set = useSetTeamDrones()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('setDrones')}
      schema={Drones}
      initial={{ droneIds: team.drones.map(({ droneId }) => droneId) }}
      onSubmit={({ droneIds }) =>
        set.mutateAsync({ groupId: team.groupId, droneIds, version: team.version })
      }
    >
      <FormField name="droneIds" label={t('terms:drones')} extra={t('dronesHint')}>
        <DroneChoice />
      </FormField>
    </FormDrawer>
  )
}
