import { DeleteOutlined, EditOutlined, KeyOutlined } from '@ant-design/icons'
import type { Member } from '@swath/contract/members'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { rightTitle } from '../../lib/rights.ts'
import { formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { roleTitles } from '../../lib/roles.ts'
import { Failure } from '../../ui/empty.tsx'
import { Fact, Facts, FactSection } from '../../ui/facts.tsx'
import { EnabledTag } from '../../ui/state-tags.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { roleHints, scopeLabels } from './member.labels.ts'
import style from './members.module.css'

export type Asks = {
  edit: (member: Member) => void
  enable: (member: Member) => void
  disable: (member: Member) => void
  reset: (member: Member) => void
  remove: (member: Member) => void
}

/** Everything known of one member, and what may be done. */
export const MemberView = ({
  userId,
  row,
  asks,
}: {
  userId: string
  row: Member | undefined
  asks: Asks
}) => {
  const { t } = useTranslation('members')
  const detail = useQuery(queryOf('getMember', { query: { userId } }))
  // What the list shows is newer while a change is on its way.
  const member = row ?? detail.data
  if (!member)
    return detail.isError ? (
      <Failure error={detail.error} onRetry={() => void detail.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  const { can } = member
  const more = detail.data
  return (
    <div className={style.detail}>
      {(can.update || can.enable || can.delete) && (
        <div className={style.actions}>
          {can.update && (
            <Button icon={<EditOutlined aria-hidden />} onClick={() => asks.edit(member)}>
              {t('terms:edit')}
            </Button>
          )}
          {can.enable && (
            <Button onClick={() => (member.enabled ? asks.disable(member) : asks.enable(member))}>
              {member.enabled ? t('disable') : t('enable')}
            </Button>
          )}
          {can.resetPassword && (
            <Button icon={<KeyOutlined aria-hidden />} onClick={() => asks.reset(member)}>
              {t('resetPassword')}
            </Button>
          )}
          {can.delete && (
            <Button
              danger
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => asks.remove(member)}
            >
              {t('terms:delete')}
            </Button>
          )}
        </div>
      )}
      <Facts>
        <Fact label={t('terms:state')}>
          <EnabledTag isEnabled={member.enabled} />
        </Fact>
        <Fact label={t('role')} hint={t(roleHints[member.userType])}>
          {t(roleTitles[member.userType])}
        </Fact>
        <Fact label={t('terms:phone')}>{member.phoneNum}</Fact>
        <Fact label={t('terms:eMail')}>{member.email}</Fact>
        <Fact label={t('terms:dataScope')}>{t(scopeLabels[member.dataScope])}</Fact>
        <Fact label={t('lastSignIn')}>
          {member.lastSignInAt ? (
            <>
              <TimeAgo time={member.lastSignInAt} /> · <Time time={member.lastSignInAt} />
            </>
          ) : (
            t('neverSignedIn')
          )}
        </Fact>
        <Fact label={t('flights')}>
          {more ? (
            more.flightNum === 0 ? (
              t('flightsNone')
            ) : (
              t('flightsOf', {
                count: more.flightNum,
                shown: formatCount(more.flightNum),
                drones: formatCount(more.droneNum),
              })
            )
          ) : (
            <Skeleton.Input active size="small" />
          )}
        </Fact>
        {more?.lastFlightAt && (
          <Fact label={t('lastFlight')}>
            <Time time={more.lastFlightAt} />
          </Fact>
        )}
        <Fact label={t('createdAt')}>
          <Time time={member.createdAt} />
          {more?.createdByName && <> · {more.createdByName}</>}
        </Fact>
      </Facts>
      <FactSection title={member.ownRights ? t('rightsNamed') : t('rightsByRole')}>
        {member.rights.length === 0 ? (
          <p className={style.hint}>{t('rightsNone')}</p>
        ) : (
          <ul className={style.rights}>
            {member.rights.map((right) => (
              <li key={right}>
                <Tag>{rightTitle(right)}</Tag>
              </li>
            ))}
          </ul>
        )}
      </FactSection>
    </div>
  )
}
