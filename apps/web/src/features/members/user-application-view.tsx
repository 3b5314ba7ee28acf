import type { UserApplication } from '@swath/contract/members'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, type GetRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { dash } from '../../lib/format.ts'
import { outdated } from '../../lib/query.ts'
import { roleTitles } from '../../lib/roles.ts'
import { Empty } from '../../ui/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { Fact, Status } from './facts.tsx'
import { roleHints } from './member-words.ts'
import style from './members.module.css'

const mostOfReason = 300

const Review = ({ application, onDecided }: { application: UserApplication; onDecided: () => void }) => {
  const { t } = useTranslation('members')
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const box = useRef<GetRef<typeof Input.TextArea>>(null)
  const id = useId()
  useEffect(() => { if (isRejecting) box.current?.focus() }, [isRejecting])
  const decide = useMutation({
    mutationFn: (decision: { applyStatus: 2 | 3; reason: string | null }) => call('reviewUserApplication', { body: { applyId: application.applyId, ...decision } }),
    onSuccess: (_answer, { applyStatus }) => {
      showSuccess(t(applyStatus === 2 ? 'passedNote' : 'rejectedNote', { name: application.userName }))
      onDecided()
    },
    onSettled: () => outdated('listUserApplications', 'listMembers'),
  })
  const reject = (): void => {
    if (reason.trim() === '') {
      setMissing(true)
      box.current?.focus()
    } else {
      decide.mutate({ applyStatus: 3, reason: reason.trim() })
    }
  }
  if (!isRejecting) {
    return (
      <div className={style.actions}>
        <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate({ applyStatus: 2, reason: null })}>{t('pass')}</Button>
        <Button danger disabled={decide.isPending} onClick={() => setRejecting(true)}>{t('reject')}</Button>
      </div>
    )
  }
  return (
    <div className={style.review}>
      <label htmlFor={id}>{t('rejectReason')}</label>
      <Input.TextArea id={id} ref={box} rows={3} maxLength={mostOfReason} showCount value={reason} status={isMissing ? 'error' : ''} aria-invalid={isMissing}
        onChange={(event) => { setReason(event.target.value); setMissing(false) }} />
      {isMissing && <p className={style.mistake} role="alert">{t('reasonMissing')}</p>}
      <div className={style.actions}>
        <Button danger type="primary" loading={decide.isPending} onClick={reject}>{t('reject')}</Button>
        <Button onClick={() => setRejecting(false)}>{t('cancel')}</Button>
      </div>
    </div>
  )
}

/** One application, and the decision about it where it is the reader's. */
export const UserApplicationView = ({ row, onDecided }: { row: UserApplication | undefined; onDecided: () => void }) => {
  const { t } = useTranslation('members')
  // Everything stands in the list already; what is on no page of it any more was opened by an old link.
  if (!row) return <Empty title={t('applicationGone')} reason={t('applicationGoneReason')} />
  return (
    <div className={style.detail}>
      <dl className={style.facts}>
        <Fact label={t('status')}><Status status={row.applyStatus} /></Fact>
        <Fact label={t('wantedRole')}>{t(roleTitles[row.userType])}<p className={style.hint}>{t(roleHints[row.userType])}</p></Fact>
        <Fact label={t('phoneOrEmail')}>{row.phoneNum ?? row.email}</Fact>
        <Fact label={t('account')}>{row.accountName}</Fact>
        <Fact label={t('region')}>{row.region.join(' / ') || dash}</Fact>
        <Fact label={t('administrator')}>{row.adminName} · {row.adminPhone}</Fact>
        <Fact label={t('applyTime')}><Time time={row.applyTime} /></Fact>
        {row.applyStatus !== 1 && <Fact label={t('reviewer')}>{row.reviewerName} · <Time time={row.reviewTime} /></Fact>}
        {row.reason && <Fact label={t('reason')}>{row.reason}</Fact>}
      </dl>
      <section>
        <h3 className={style.groupTitle}>{t('message')}</h3>
        {row.message ? <p className={style.message}>{row.message}</p> : <p className={style.hint}>{t('messageNone')}</p>}
      </section>
      {row.can.review ? <Review application={row} onDecided={onDecided} /> : row.applyStatus === 1 && <p className={style.hint}>{t('onlyTheirs')}</p>}
    </div>
  )
}
