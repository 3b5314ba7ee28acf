import type { AlarmDetail, AlarmMessage, AlarmStep } from '@swath/contract/alarms/alarm-desk'
import { useTranslation } from 'react-i18next'
import { CaseHistory } from '../../../ui/case-desk.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { useComment } from './alarm-desk.mutations.ts'
import { reasonLabels } from './anomaly.labels.ts'
import style from './alarm-desk.module.css'

const useWho = () => {
  const { t } = useTranslation('anomalies')
  return ({ userName, accountName }: Pick<AlarmStep, 'userName' | 'accountName'>): string =>
    accountName === null
      ? t('byItself')
      : userName === null
        ? accountName
        : `${userName} · ${accountName}`
}

const stepLabels: Readonly<Record<AlarmStep['kind'], string>> = {
  acknowledge: 'anomalies:stepAcknowledge',
  assign: 'anomalies:stepAssign',
  comment: 'anomalies:stepComment',
  close: 'anomalies:stepClose',
  reopen: 'anomalies:stepReopen',
  notify: 'anomalies:stepNotifyOther',
  escalate: 'anomalies:stepEscalateOther',
}

const StepWords = ({ step }: { step: AlarmStep }) => {
  const { t } = useTranslation('anomalies')
  if (step.kind === 'assign')
    return step.assigneeName === null
      ? t('stepUnassign')
      : t('stepAssign', { name: step.assigneeName })
  if (step.nobodyOnDuty) return t('stepNobodyOnDuty')
  if (step.kind === 'notify' && step.assigneeName !== null)
    return t('stepNotify', { name: step.assigneeName })
  if (step.kind === 'escalate' && step.assigneeName !== null)
    return t('stepEscalate', { name: step.assigneeName })
  return (
    <>
      {t(stepLabels[step.kind])}
      {step.reason !== null && ` · ${t(reasonLabels[step.reason])}`}
    </>
  )
}

/** The alarm's history, oldest first. */
export const AlarmHistory = ({ alarm: { anomalyId, steps, can } }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('anomalies')
  const toWho = useWho()
  const comment = useComment()
  return (
    <CaseHistory
      title={t('stepsTitle')}
      none={t('noSteps')}
      steps={steps.map((step) => ({
        what: <StepWords step={step} />,
        at: step.at,
        who: toWho(step),
        text: step.text,
      }))}
      comment={
        can.comment && {
          label: t('comment'),
          hint: t('commentHint'),
          isSending: comment.isPending,
          send: (text) => comment.mutateAsync({ anomalyId, text }),
        }
      }
    />
  )
}

const channelLabels = {
  sms: 'anomalies:channelSms',
  mail: 'terms:eMail',
  push: 'notifications:channelPush',
} as const
const deliveryLabels = {
  waiting: 'anomalies:messageWaiting',
  sent: 'anomalies:messageSent',
  failed: 'anomalies:messageFailed',
  held: 'anomalies:messageHeld',
} as const

/** The recipients of the alarm's messages, and the delivery results. */
export const AlarmMessages = ({ messages }: { messages: readonly AlarmMessage[] }) => {
  const { t } = useTranslation('anomalies')
  const toWho = useWho()
  return (
    <FactSection title={t('toldTitle')}>
      <ul className="list-plain grid gap-12">
        {messages.map((message, i) => (
          <li key={i}>
            <div className={`flex gap-12 items-baseline justify-between ${style.step}`}>
              <span>
                {t(channelLabels[message.channel])} ·{' '}
                <strong className="semibold" data-failed={message.state === 'failed'}>
                  {t(deliveryLabels[message.state])}
                </strong>
                {message.state === 'sent' && message.digest && ` (${t('inDigest')})`}
              </span>
              <TimeAgo time={message.at} />
            </div>
            <div className="m-0 muted text-12">{toWho(message)}</div>
            {message.reason !== null && (
              <p className="pre-wrap break-anywhere mt-4">{message.reason}</p>
            )}
          </li>
        ))}
      </ul>
    </FactSection>
  )
}
