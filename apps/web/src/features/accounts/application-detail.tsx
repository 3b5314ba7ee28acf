import { toApplicationType, reviewCodes, toReview } from '@swath/contract/review-codes'
import type { AccountApplicationDetail } from '@swath/contract/account-applications'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/api.ts'
import { showError, showSuccess } from '../../lib/errors.ts'
import { buildQuery } from '../../lib/query.ts'
import { useChange } from '../../lib/use-change.ts'
import { Failure } from '../../ui/empty.tsx'
import { Fact, Facts, FactSection } from '../../ui/facts.tsx'
import { ReviewDecision, type Decision } from '../../ui/review-decision.tsx'
import { ReviewTag } from '../../ui/state-tags.tsx'
import { Time } from '../../ui/time.tsx'
import { applyTypeLabels, typeWord } from './account.labels.ts'
import { Differences } from './differences.tsx'
import { addressOfHost } from './host-address.ts'
import style from './accounts.module.css'

const Review = ({
  application,
  onDecided,
}: {
  application: AccountApplicationDetail
  onDecided: () => void
}) => {
  const { t } = useTranslation('accounts')
  const [isClosed, setClosed] = useState(false)
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
      onDecided()
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
  if (isClosed && toReview(application.applyStatus) !== 'waiting')
    return (
      <Alert
        type="warning"
        showIcon
        title={t('decidedMeanwhile')}
        description={t('decidedMeanwhileText')}
      />
    )
  if (toReview(application.applyStatus) !== 'waiting') return null
  if (!application.can.review) return <Alert type="info" showIcon title={t('mayNotReview')} />
  return (
    <ReviewDecision
      effect={
        toApplicationType(application.applyType) === 'registration'
          ? t('passRegistrationEffect')
          : t('passModificationEffect')
      }
      isPending={decide.isPending}
      onDecide={(decision) => decide.mutate(decision)}
    />
  )
}

/** One application: what is asked for, and the decision. */
export const ApplicationDetailView = ({
  applyId,
  onDecided,
}: {
  applyId: string
  onDecided: () => void
}) => {
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
    <div className={style.detail}>
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
        <Fact label={t('applyTime')}>
          <Time time={application.applyTime} />
        </Fact>
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
      <Review application={application} onDecided={onDecided} />
    </div>
  )
}
