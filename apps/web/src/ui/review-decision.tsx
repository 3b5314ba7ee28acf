import { Button, Input, type GetRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './confirm.tsx'
import style from './review-decision.module.css'

const mostOfReason = 300

export type Decision = { review: 'passed' | 'rejected'; reason: string | null }

type Props = {
  /** The name of the person or thing under review. */
  name: string
  /** The effect of an approval. */
  effect: string
  isPending: boolean
  /** Must show a refusal itself. */
  onDecide: (decision: Decision) => Promise<unknown>
}

type RejectionProps = { isPending: boolean; onReject: (reason: string) => void; onStay: () => void }

/** The reason, which is required. */
const Rejection = ({ isPending, onReject, onStay }: RejectionProps) => {
  const { t } = useTranslation('ui')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const box = useRef<GetRef<typeof Input.TextArea>>(null)
  const id = useId()
  useEffect(() => box.current?.focus(), [])
  const reject = (): void => {
    if (reason.trim() !== '') return onReject(reason.trim())
    setMissing(true)
    box.current?.focus()
  }
  return (
    <>
      <label htmlFor={id}>{t('terms:reason')}</label>
      <Input.TextArea
        ref={box}
        id={id}
        value={reason}
        maxLength={mostOfReason}
        showCount
        autoSize={{ minRows: 3, maxRows: 8 }}
        status={isMissing ? 'error' : ''}
        aria-invalid={isMissing}
        aria-describedby={`${id}-hint`}
        aria-required
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <p
        id={`${id}-hint`}
        className={isMissing ? 'm-0 danger break-anywhere' : 'm-0 muted text-13 leading-normal'}
        role={isMissing ? 'alert' : undefined}
      >
        {isMissing ? t('reasonMissing') : t('reasonHint')}
      </p>
      <div className="flex wrap gap-8">
        <Button danger type="primary" loading={isPending} onClick={reject}>
          {t('reject')}
        </Button>
        <Button disabled={isPending} onClick={onStay}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}

/** Approves an application, or rejects it with a reason for the applicant. */
export const ReviewDecision = ({ name, effect, isPending, onDecide }: Props) => {
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  const [isRejecting, setRejecting] = useState(false)
  const rejectButton = useRef<HTMLButtonElement>(null)
  const stay = (): void => {
    setRejecting(false)
    setTimeout(() => rejectButton.current?.focus()) // after it is mounted again
  }
  return (
    <section className={style.review} aria-label={t('decision')}>
      {isRejecting ? (
        <Rejection
          isPending={isPending}
          onReject={(reason) => void onDecide({ review: 'rejected', reason })}
          onStay={stay}
        />
      ) : (
        <>
          <p className="m-0 muted text-13 leading-normal">{effect}</p>
          <div className="flex wrap gap-8">
            <Button
              type="primary"
              loading={isPending}
              onClick={() =>
                confirm({
                  title: t('passAsk', { name }),
                  text: effect,
                  verb: t('pass'),
                  danger: false,
                  run: () => onDecide({ review: 'passed', reason: null }),
                })
              }
            >
              {t('pass')}
            </Button>
            <Button
              ref={rejectButton}
              danger
              disabled={isPending}
              onClick={() => setRejecting(true)}
            >
              {t('rejectAsk')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
