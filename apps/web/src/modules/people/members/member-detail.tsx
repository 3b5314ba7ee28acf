import { EditOutlined, KeyOutlined } from '@ant-design/icons'
import type { Member, MemberDetail } from '@swath/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { rightTitle } from '../../../lib/rights.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { EnabledTag } from '../../../ui/state-tags.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { MemberFactorSection } from '../member-factors/member-factor-section.tsx'
import { roleHints, scopeLabels } from './member.labels.ts'
import type { MemberQuestions } from './use-member-questions.ts'

type ActionProps = { member: Member; questions: MemberQuestions; onEdit: (member: Member) => void }
const MemberActions = ({ member, questions, onEdit }: ActionProps) => {
  const { t } = useTranslation('members')
  const { can } = member
  if (!can.update && !can.enable && !can.delete) return null
  return (
    <div className="flex wrap gap-8">
      {can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit(member)}>
          {t('terms:edit')}
        </Button>
      )}
      {can.enable && (
        <Button
          onClick={() => (member.enabled ? questions.disable(member) : questions.enable(member))}
        >
          {member.enabled ? t('disable') : t('enable')}
        </Button>
      )}
      {can.resetPassword && (
        <Button icon={<KeyOutlined aria-hidden />} onClick={() => questions.reset(member)}>
          {t('resetPassword')}
        </Button>
      )}
      {can.delete && <DeleteButton onClick={() => questions.remove(member)} />}
    </div>
  )
}

/** `more`: fields that the list does not contain, loaded later. */
type FactsProps = { member: Member; more: MemberDetail | undefined }
const MemberFacts = ({ member, more }: FactsProps) => {
  const { t } = useTranslation('members')
  return (
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
      {more?.lastFlightAt && <TimeFact label={t('lastFlight')} time={more.lastFlightAt} />}
      <Fact label={t('createdAt')}>
        <Time time={member.createdAt} />
        {more?.createdByName && <> · {more.createdByName}</>}
      </Fact>
    </Facts>
  )
}

const MemberRights = ({ member }: { member: Member }) => {
  const { t } = useTranslation('members')
  return (
    <FactSection title={member.ownRights ? t('rightsNamed') : t('rightsByRole')}>
      {member.rights.length === 0 ? (
        <p className="m-0 muted text-13 leading-normal">{t('rightsNone')}</p>
      ) : (
        <ul className="list-plain flex wrap gap-6">
          {member.rights.map((right) => (
            <li key={right}>
              <Tag>{rightTitle(right)}</Tag>
            </li>
          ))}
        </ul>
      )}
    </FactSection>
  )
}

type Props = {
  userId: string
  row: Member | undefined
  questions: MemberQuestions
  onEdit: (member: Member) => void
}

/** One member: all details, and the actions. */
export const MemberView = ({ userId, row, questions, onEdit }: Props) => {
  const detail = useQuery(buildQuery('getMember', { query: { userId } }))
  return (
    <DetailOf<Member> row={row} asked={detail}>
      {(member) => (
        <div className="grid gap-20">
          <MemberActions member={member} questions={questions} onEdit={onEdit} />
          <MemberFacts member={member} more={detail.data} />
          <MemberRights member={member} />
          <MemberFactorSection userId={member.userId} />
        </div>
      )}
    </DetailOf>
  )
}
