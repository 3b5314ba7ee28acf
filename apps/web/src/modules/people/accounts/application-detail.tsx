import { toApplicationType, reviewCodes, toReview } from '@swath/contract/people/review-codes'
import type { AccountApplicationDetail } from '@swath/contract/people/account-applications'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../../lib/api.ts'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { settle, useChange } from '../../../lib/use-change.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { ReviewDecision, type Decision } from '../../../ui/review-decision.tsx'
import { ReviewTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { applyTypeLabels, typeWord } from './account.labels.ts'
import { Differences } from './differences.tsx'
import { addressOfHost } from './host-address.ts'

type ReviewProps = { application: AccountApplicationDetail; onNext: () => void }

const Review = ({ application, onNext }: ReviewProps) => {
  const { t } = useTranslation('accounts')
  const [isClosed, setClosed] = useState(false)
  const [isDecidedHere, setDecidedHere] = useState(false)
  const decide = useChange({
    run: ({ review, reason }: Decision) =>
      call('reviewAccountApplication', {
        body: { applyId: application.applyId, applyStatus: reviewCodes[review], reason },
      }),
    done: (_decided, { review }) => {
      showSuccess(
        review === 'passed'
          ? t('passedNote', { name: application.accountName })
          : t('rejectedNote', { name: application.accountName }),
      )
      setDecidedHere(true)
    },
    refused: (error) => {
      if (!(error instanceof CallError) || error.code !== 'application_closed')
        return showError(error)
      setClosed(true)
    },
    outdated: [
      'listAccountApplications',
      'getAccountApplication',
      'listAccounts',
      'getAccount',
      'listManufacturers',
      'listOperators',
    ],
  })
  const isWaiting = toReview(application.applyStatus) === 'waiting'
  if (isClosed && !isWaiting)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('decidedMeanwhile')}
        description={t('decidedMeanwhileText')}
      />
    )
  // The next one is opened on demand, so that its own "Pass" button does not appear below the
  // pointer.
  if (isDecidedHere)
    return (
      <p>
        <Button onClick={onNext}>{t('nextWaiting')}</Button>
      </p>
    )
  if (!isWaiting) return null
  if (!application.can.review) return <Alert type="info" showIcon title={t('mayNotReview')} />
  return (
    <ReviewDecision
      name={application.accountName}
      effect={
        toApplicationType(application.applyType) === 'registration'
          ? t('passRegistrationEffect')
          : t('passModificationEffect')
      }
      isPending={decide.isPending}
      onDecide={(decision) => settle(decide.mutateAsync(decision))}
    />
  )
}

type Props = {
  applyId: string
  /** Opens another pending application. */
  onNext: () => void
}

/** One application: the requested data, and the decision. */
export const ApplicationDetailView = ({ applyId, onNext }: Props) => {
  const { t } = useTranslation('accounts')
  const detail = useQuery(buildQuery('getAccountApplication', { query: { applyId } }))
  const application = detail.data
  if (!application)
    return detail.isError ? (
      <Failure error={detail.error} onRetry={() => void detail.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 10 }} />
    )
  return (
    <div className="grid gap-20">
      <Facts>
        <Fact label={t('terms:review')}>
          <ReviewTag review={toReview(application.applyStatus)} />
        </Fact>
        <Fact label={t('applyType')}>{t(applyTypeLabels[application.applyType])}</Fact>
        <Fact label={t('terms:type')}>{t(typeWord(application.accountType))}</Fact>
        <Fact label={t('applicant')}>{application.applicantName}</Fact>
        {application.userPhone && (
          <Fact label={t('userPhone')}>
            <span className="figure">{application.userPhone}</span>
          </Fact>
        )}
        <TimeFact label={t('applyTime')} time={application.applyTime} />
        {toReview(application.applyStatus) !== 'waiting' && (
          <Fact label={t('decidedBy')}>
            {application.reviewerName} · <Time time={application.reviewTime} />
          </Fact>
        )}
        {application.reason && <Fact label={t('reason')}>{application.reason}</Fact>}
        {application.customDomain && (
          <Fact
            label={t('host')}
            hint={
              toReview(application.applyStatus) === 'passed' ? t('hostWorks') : t('hostWhenPassed')
            }
          >
            <a href={addressOfHost(application.customDomain)} target="_blank" rel="noreferrer">
              {addressOfHost(application.customDomain)}
            </a>
          </Fact>
        )}
      </Facts>
      <FactSection
        title={
          toApplicationType(application.applyType) === 'registration'
            ? t('askedFor')
            : t('askedChange')
        }
      >
        <Differences application={application} />
      </FactSection>
      <Review application={application} onNext={onNext} />
    </div>
  )
}
