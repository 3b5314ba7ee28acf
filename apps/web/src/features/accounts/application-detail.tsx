import type { AccountApplicationDetail } from '@swath/contract/accounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Skeleton, type GetRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../lib/api.ts'
import { showError, showSuccess } from '../../lib/errors.ts'
import { outdated, queryClient, queryOf } from '../../lib/query.ts'
import { Failure } from '../../ui/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { applyTypeWords, typeWord } from './account-words.ts'
import { Differences } from './differences.tsx'
import { Fact, Status } from './facts.tsx'
import { addressOfHost } from './host-address.ts'
import style from './accounts.module.css'

const mostOfReason = 300

// Out of date when a decision says so.
queryClient.setQueryDefaults(['getAccountApplication'], { staleTime: 10_000 })

type Decision = { applyStatus: 2 | 3; reason: string | null }

const Review = ({ application, onDecided }: { application: AccountApplicationDetail; onDecided: () => void }) => {
  const { t } = useTranslation('accounts')
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const box = useRef<GetRef<typeof Input.TextArea>>(null)
  const id = useId()
  useEffect(() => { if (isRejecting) box.current?.focus() }, [isRejecting])
  const decide = useMutation({
    mutationFn: (decision: Decision) => call('reviewAccountApplication', { body: { applyId: application.applyId, ...decision } }),
    meta: { quiet: true },
    onSuccess: async (_decided, { applyStatus }) => {
      showSuccess(applyStatus === 2 ? t('passedNote', { name: application.accountName }) : t('rejectedNote', { name: application.accountName }))
      await outdated('listAccountApplications', 'getAccountApplication', 'listAccounts', 'getAccount', 'listManufacturers', 'listOperators')
      onDecided()
    },
    onError: async (error) => {
      if (!(error instanceof CallError) || error.code !== 'application_closed') return showError(error)
      setClosed(true)
      await outdated('listAccountApplications', 'getAccountApplication')
    },
  })
  if (isClosed && application.applyStatus !== 1) return <Alert type="warning" showIcon title={t('decidedMeanwhile')} description={t('decidedMeanwhileText')} />
  if (application.applyStatus !== 1) return null
  if (!application.can.review) return <Alert type="info" showIcon title={t('mayNotReview')} />
  const reject = (): void => {
    if (reason.trim() === '') {
      setMissing(true)
      box.current?.focus()
      return
    }
    decide.mutate({ applyStatus: 3, reason: reason.trim() })
  }
  return (
    <section className={style.review} aria-label={t('decision')}>
      {isRejecting
        ? (
          <>
            <label htmlFor={id}>{t('reason')}</label>
            <Input.TextArea ref={box} id={id} value={reason} maxLength={mostOfReason} showCount autoSize={{ minRows: 3, maxRows: 8 }} status={isMissing ? 'error' : ''} aria-invalid={isMissing}
              aria-describedby={`${id}-hint`} aria-required onChange={(event) => { setReason(event.target.value); setMissing(false) }} />
            <p id={`${id}-hint`} className={isMissing ? style.mistake : style.hint} role={isMissing ? 'alert' : undefined}>{isMissing ? t('reasonMissing') : t('reasonHint')}</p>
            <div className={style.actions}>
              <Button danger type="primary" loading={decide.isPending} onClick={reject}>{t('reject')}</Button>
              <Button disabled={decide.isPending} onClick={() => setRejecting(false)}>{t('cancel')}</Button>
            </div>
          </>
        )
        : (
          <>
            <p className={style.hint}>{application.applyType === 1 ? t('passRegistrationEffect') : t('passModificationEffect')}</p>
            <div className={style.actions}>
              <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate({ applyStatus: 2, reason: null })}>{t('pass')}</Button>
              <Button danger disabled={decide.isPending} onClick={() => setRejecting(true)}>{t('rejectAsk')}</Button>
            </div>
          </>
        )}
    </section>
  )
}

/** One application: what is asked for, and the decision. */
export const ApplicationDetailView = ({ applyId, onDecided }: { applyId: string; onDecided: () => void }) => {
  const { t } = useTranslation('accounts')
  const detail = useQuery(queryOf('getAccountApplication', { query: { applyId } }))
  const application = detail.data
  if (!application) return detail.isError ? <Failure error={detail.error} onRetry={() => void detail.refetch()} /> : <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <div className={style.detail}>
      <dl className={style.facts}>
        <Fact label={t('status')}><Status status={application.applyStatus} /></Fact>
        <Fact label={t('applyType')}>{t(applyTypeWords[application.applyType])}</Fact>
        <Fact label={t('type')}>{t(typeWord(application.accountType))}</Fact>
        <Fact label={t('applicant')}>{application.applicantName}</Fact>
        {application.userPhone && <Fact label={t('userPhone')}><span className="figure">{application.userPhone}</span></Fact>}
        <Fact label={t('applyTime')}><Time time={application.applyTime} /></Fact>
        {application.applyStatus !== 1 && <Fact label={t('decidedBy')}>{application.reviewerName} · <Time time={application.reviewTime} /></Fact>}
        {application.reason && <Fact label={t('reason')}>{application.reason}</Fact>}
        {application.customDomain && (
          <Fact label={t('host')} hint={application.applyStatus === 2 ? t('hostWorks') : t('hostWhenPassed')}>
            <a href={addressOfHost(application.customDomain)} target="_blank" rel="noreferrer">{addressOfHost(application.customDomain)}</a>
          </Fact>
        )}
      </dl>
      <section>
        <h3 className={style.groupTitle}>{application.applyType === 1 ? t('askedFor') : t('askedChange')}</h3>
        <Differences application={application} />
      </section>
      <Review application={application} onDecided={onDecided} />
    </div>
  )
}
