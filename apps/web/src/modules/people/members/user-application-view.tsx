import { reviewCodes, toReview } from '@swath/contract/people/review-codes'
import type { UserApplication } from '@swath/contract/people/user-applications'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { dash } from '../../../lib/format.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { settle, useChange } from '../../../lib/use-change.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { ReviewDecision, type Decision } from '../../../ui/review-decision.tsx'
import { ReviewTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { roleHints } from './member.labels.ts'

type ReviewProps = { application: UserApplication; onDecided: () => void }
const Review = ({ application, onDecided }: ReviewProps) => {
  const { t } = useTranslation('members')
  const decide = useChange({
    run: ({ review, reason }: Decision) =>
      call('reviewUserApplication', {
        body: { applyId: application.applyId, applyStatus: reviewCodes[review], reason },
      }),
    done: (_answer, { review }) => {
      showSuccess(
        t(review === 'passed' ? 'passedNote' : 'rejectedNote', { name: application.userName }),
      )
      onDecided()
    },
    outdated: ['listUserApplications', 'listMembers'],
  })
  return (
    <ReviewDecision
      name={application.userName}
      effect={t('passEffect')}
      isPending={decide.isPending}
      onDecide={(decision) => settle(decide.mutateAsync(decision))}
    />
  )
}

type UserApplicationViewProps = { row: UserApplication | undefined; onDecided: () => void }

/** One application, with the decision if the person may make it. */
export const UserApplicationView = ({ row, onDecided }: UserApplicationViewProps) => {
  const { t } = useTranslation('members')
  // The list already has all fields; an application that is not on the page was opened by an old
  // link.
  if (!row) return <Empty title={t('terms:notOnThisPage')} reason={t('applicationGoneReason')} />
  return (
    <div className="grid gap-20">
      <Facts>
        <Fact label={t('terms:review')}>
          <ReviewTag review={toReview(row.applyStatus)} />
        </Fact>
        <Fact label={t('wantedRole')} hint={t(roleHints[row.userType])}>
          {t(roleTitles[row.userType])}
        </Fact>
        <Fact label={t('phoneOrEmail')}>{row.phoneNum ?? row.email}</Fact>
        <Fact label={t('account')}>{row.accountName}</Fact>
        <Fact label={t('terms:region')}>{row.region.join(' / ') || dash}</Fact>
        <Fact label={t('administrator')}>
          {row.adminName} · {row.adminPhone}
        </Fact>
        <TimeFact label={t('applyTime')} time={row.applyTime} />
        {toReview(row.applyStatus) !== 'waiting' && (
          <Fact label={t('reviewer')}>
            {row.reviewerName} · <Time time={row.reviewTime} />
          </Fact>
        )}
        {row.reason && <Fact label={t('reason')}>{row.reason}</Fact>}
      </Facts>
      <FactSection title={t('terms:message')}>
        {row.message ? (
          <p className="m-0 border rounded-8 bg-raised pre-wrap break-anywhere p-12">
            {row.message}
          </p>
        ) : (
          <p className="m-0 muted text-13 leading-normal">{t('messageNone')}</p>
        )}
      </FactSection>
      {row.can.review ? (
        <Review application={row} onDecided={onDecided} />
      ) : (
        toReview(row.applyStatus) === 'waiting' && (
          <p className="m-0 muted text-13 leading-normal">{t('onlyTheirs')}</p>
        )
      )}
    </div>
  )
}
