import { useTranslation } from 'react-i18next'
import { CaseActions, CaseHistory } from '../../src/ui/case-desk.tsx'
import { CreateButton } from '../../src/ui/create-button.tsx'
import { DeleteButton } from '../../src/ui/delete-button.tsx'
import { ReviewDecision } from '../../src/ui/review-decision.tsx'
import { CommentBox, StepList, type Step } from '../../src/ui/step-list.tsx'
import { hourMs, pilots, timeAgo } from '../data.ts'
import type { Example } from '../example.tsx'

const nothing = (): void => undefined
const done = (): Promise<void> => Promise.resolve()

const useSteps = (): readonly Step[] => {
  const { t } = useTranslation('ui')
  return [
    { what: t('reviewWaiting'), at: timeAgo(26 * hourMs), who: pilots[0], text: '' },
    { what: t('reviewRejected'), at: timeAgo(3 * hourMs), who: pilots[1], text: t('reasonHint') },
    { what: t('reviewPassed'), at: timeAgo(240_000), who: pilots[2], text: '' },
  ]
}

const useComment = () => {
  const { t } = useTranslation('ui')
  return { label: t('terms:message'), hint: t('reasonHint'), isSending: false, send: done }
}

const Case = () => {
  const { t } = useTranslation('ui')
  const [...steps] = useSteps()
  return (
    <div className="grid gap-20">
      <CaseHistory
        title={t('terms:flightHistory')}
        none={t('nothingFits')}
        steps={steps}
        comment={useComment()}
      />
      <CaseHistory title={t('terms:alarms')} none={t('nothingFits')} steps={[]} comment={false} />
      <CaseActions>
        <CreateButton label={t('terms:message')} onClick={nothing} />
        <DeleteButton onClick={nothing} />
      </CaseActions>
    </div>
  )
}

const Review = () => {
  const { t } = useTranslation('ui')
  return (
    <ReviewDecision name={pilots[0]} effect={t('leaveText')} isPending={false} onDecide={done} />
  )
}

/** As it is after a press on the button that rejects. */
const Rejection = () => (
  <div
    ref={(box) => {
      setTimeout(() => box?.querySelector<HTMLElement>('button:nth-of-type(2)')?.click())
    }}
  >
    <Review />
  </div>
)

const Steps = () => (
  <div className="grid gap-16">
    <StepList steps={useSteps()} />
    <CommentBox {...useComment()} />
  </div>
)

export const reviewExamples: readonly Example[] = [
  { name: 'case-desk', folder: 'ui', Show: Case },
  { name: 'review-decision', folder: 'ui', Show: Review },
  { name: 'review-decision-rejection', folder: 'ui', Show: Rejection },
  { name: 'step-list', folder: 'ui', Show: Steps },
]
