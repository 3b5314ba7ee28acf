import { EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { Team, TeamDetail, TeamMember } from '@swath/contract/people/teams'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { settle } from '../../../lib/use-change.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { AddMembers, ChooseDrones, RenameTeam } from './team-forms.tsx'
import { certificatePath, logbookPath } from './team-tabs.tsx'
import { useChangeTeamLeader, useDeleteTeam, useRemoveTeamMembers } from './teams.mutations.ts'
import style from './teams.module.css'

type EndingProps = {
  count: number
  userName?: string
  /** Without words, below a column header that has them. */
  bare?: boolean
}
/**
 * The number of licences and insurances that expire soon or have expired; hidden if there are none.
 */
export const EndingTag = ({ count, userName, bare = false }: EndingProps) => {
  const { t } = useTranslation('teams')
  if (count === 0) return null
  const shown = formatCount(count)
  const query = new URLSearchParams({ state: 'due', ...(userName ? { userName } : {}) })
  return (
    <Link to={`${certificatePath}?${query.toString()}`} title={t('endingHint')}>
      <StateTag tone="waiting">{bare ? shown : t('endingCount', { shown })}</StateTag>
    </Link>
  )
}

const MemberActions = ({ team, member }: { team: TeamDetail; member: TeamMember }) => {
  const { t } = useTranslation('teams')
  const lead = useChangeTeamLeader()
  const remove = useRemoveTeamMembers()
  const ask = useDeletion()
  const { groupId, version } = team
  const { userId, userName } = member
  const isLeader = team.leaderUserId === userId
  return (
    <span className="flex gap-8">
      <Button
        size="small"
        loading={lead.isPending}
        onClick={() =>
          void settle(
            lead.mutateAsync({ groupId, leaderUserId: isLeader ? null : userId, version }),
          )
        }
      >
        {t(isLeader ? 'noLeaderAnyMore' : 'makeLeader')}
      </Button>
      <Button
        size="small"
        onClick={() =>
          ask({
            title: t('askTakeOut', { name: userName }),
            text: t('takeOutEffect'),
            verb: t('takeOut'),
            run: () => remove.mutateAsync({ groupId, userIds: [userId], version }),
            done: t('takenOut', { name: userName }),
          })
        }
      >
        {t('takeOut')}
      </Button>
    </span>
  )
}

const Members = ({ team, onAdd }: { team: TeamDetail; onAdd: () => void }) => {
  const { t } = useTranslation('teams')
  return (
    <FactSection title={`${t('people')} · ${formatCount(team.members.length)}`}>
      {team.members.length === 0 && <p className="muted mb-8">{t('membersNone')}</p>}
      <ul className={style.people}>
        {team.members.map((member) => (
          <li key={member.userId}>
            <span className={`flex wrap items-center min-w-0 break-anywhere ${style.person}`}>
              <strong>{member.userName}</strong>
              {team.leaderUserId === member.userId && (
                <StateTag tone="good">{t('isLeader')}</StateTag>
              )}
              <EndingTag count={member.endingNum} userName={member.userName} />
              <span className="unit">
                {t(roleTitles[member.userType])} · {formatDay(member.joinedAt)}
              </span>
            </span>
            <Link to={logbookPath(member.userId)}>{t('logbook')}</Link>
            {team.can.update && <MemberActions team={team} member={member} />}
          </li>
        ))}
      </ul>
      {team.can.update && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          {t('addMembers')}
        </Button>
      )}
    </FactSection>
  )
}

const Drones = ({ team, onChoose }: { team: TeamDetail; onChoose: () => void }) => {
  const { t } = useTranslation('teams')
  return (
    <FactSection title={`${t('terms:drones')} · ${formatCount(team.drones.length)}`}>
      {team.drones.length === 0 && <p className="muted mb-8">{t('dronesNone')}</p>}
      <ul className={style.people}>
        {team.drones.map(({ droneId, droneName, modelName }) => (
          <li key={droneId}>
            <Link to={`/business_manage/drone-list/${encodeURIComponent(droneId)}`}>
              {droneName}
            </Link>
            <span className="unit">{modelName}</span>
          </li>
        ))}
      </ul>
      {team.can.update && <Button onClick={onChoose}>{t('setDrones')}</Button>}
    </FactSection>
  )
}

const Content = ({ team }: { team: TeamDetail }) => {
  const { t } = useTranslation('teams')
  const [form, setForm] = useState<'rename' | 'members' | 'drones' | null>(null)
  const remove = useDeleteTeam()
  const ask = useDeletion()
  const close = useCloseDetail()
  const forms = { team, onClose: () => setForm(null) }
  return (
    <div className="grid gap-20">
      {team.can.update && (
        <div className="flex wrap gap-8">
          <Button icon={<EditOutlined aria-hidden />} onClick={() => setForm('rename')}>
            {t('terms:rename')}
          </Button>
          <DeleteButton
            onClick={() =>
              ask({
                title: t('askDelete', { name: team.groupName }),
                text: t('deleteEffect'),
                verb: t('terms:delete'),
                run: () => remove.mutateAsync(team),
                row: { list: 'listTeams', id: team.groupId },
                close,
                done: t('deleted', { name: team.groupName }),
              })
            }
          />
        </div>
      )}
      <Members team={team} onAdd={() => setForm('members')} />
      <Drones team={team} onChoose={() => setForm('drones')} />
      {form === 'rename' && <RenameTeam {...forms} />}
      {form === 'members' && <AddMembers {...forms} />}
      {form === 'drones' && <ChooseDrones {...forms} />}
    </div>
  )
}

/** Members and drones of a team. */
export const TeamView = ({ groupId }: Pick<Team, 'groupId'>) => {
  const detail = useQuery(buildQuery('getTeam', { params: { groupId } }))
  return (
    <DetailOf<TeamDetail> row={undefined} asked={detail}>
      {(team) => <Content team={team} />}
    </DetailOf>
  )
}
