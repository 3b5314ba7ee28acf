import { TeamOutlined } from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { TaskTeamInput } from '@swath/contract/campaigns/unified-tasks'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { DayInput } from '../../../ui/fields/field-inputs.tsx'
import { useAddTeam } from './unified-tasks.mutations.ts'
import style from './unified-tasks.module.css'

type Props = { task: UnifiedTask }

const TeamChoice = (props: { id?: string; value?: string; onChange?: (id: string) => void }) => {
  const teams = useQuery(buildQuery('listTeams', { query: { size: '500' } }))
  return (
    <Select
      {...props}
      loading={teams.isPending}
      options={(teams.data?.items ?? [])
        .filter(({ can }) => can.update)
        .map(({ groupId, groupName, droneNum }) => ({
          value: groupId,
          label: `${groupName} (${formatCount(droneNum)})`,
        }))}
    />
  )
}

const SendTeam = ({ task, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('unified-tasks')
  const add = useAddTeam()
  const { tftzId, startDate, endDate } = task
  const within = { from: startDate, until: endDate }
  return (
    <FormDrawer
      dialog={480}
      title={t('teamAddTitle')}
      submitLabel={t('teamAdd')}
      schema={TaskTeamInput}
      messages={{ endBeforeStart: t('endBeforeStart'), outsideTask: t('outsideTask') }}
      initial={{ dataStartDate: startDate, dataEndDate: endDate }}
      onClose={onClose}
      onSubmit={async (body) => {
        const { added } = await add.mutateAsync({ tftzId, ...body })
        showSuccess(t('dronesAdded', { count: added, shown: formatCount(added) }))
      }}
    >
      <FormField name="groupId" label={t('terms:team')} extra={t('teamAddHint')}>
        <TeamChoice />
      </FormField>
      <div className={style.pair}>
        <FormField name="dataStartDate" label={t('dataStartDate')}>
          <DayInput {...within} />
        </FormField>
        <FormField name="dataEndDate" label={t('dataEndDate')} dependencies={['dataStartDate']}>
          <DayInput {...within} />
        </FormField>
      </div>
    </FormDrawer>
  )
}

/** The task's teams; operators can send their own. */
export const TaskTeams = ({ task }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const [isSending, setSending] = useState(false)
  const { tftzId } = task
  const teams = useQuery(buildQuery('getTaskTeams', { query: { tftzId } }))
  const hasTeams = useOwnScreens().findPath('team-list') !== undefined
  const items = teams.data?.items ?? []
  const maySend = task.can.chooseDrones && task.invitation === 'accepted' && hasTeams
  if (items.length === 0 && !maySend) return null
  return (
    <FactSection title={t('teams')}>
      <ul className={style.operators}>
        {items.map((team) => (
          <li key={team.groupId}>
            <span className={style.operatorName}>
              {team.groupName} · {team.accountName}
              {team.leaderName !== null && ` · ${team.leaderName}`}
            </span>
            <span className="unit">
              {t('dronesOf', { count: team.droneNum, shown: formatCount(team.droneNum) })}
            </span>
          </li>
        ))}
      </ul>
      {maySend && (
        <Button icon={<TeamOutlined aria-hidden />} onClick={() => setSending(true)}>
          {t('teamAdd')}
        </Button>
      )}
      {isSending && <SendTeam task={task} onClose={() => setSending(false)} />}
    </FactSection>
  )
}
