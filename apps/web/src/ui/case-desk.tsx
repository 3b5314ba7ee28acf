// Parts of a case desk: cases that need a decision, with the history of their steps.
import type { ReactNode } from 'react'
import { FactSection } from './facts.tsx'
import { CommentBox, StepList, type CommentProps, type Step } from './step-list.tsx'
import style from './case-desk.module.css'

/** The available actions, fixed at the bottom so that a thumb reaches them above any history. */
export const CaseActions = ({ children }: { children: ReactNode }) => (
  <div className={`flex wrap gap-8 ${style.actions}`}>{children}</div>
)

type HistoryProps = {
  title: string
  /** Shown if there are no steps yet. */
  none: string
  steps: readonly Step[]
  comment: CommentProps | false
}

export const CaseHistory = ({ title, none, steps, comment }: HistoryProps) => (
  <FactSection title={title}>
    {steps.length === 0 ? <p className="m-0 muted text-12">{none}</p> : <StepList steps={steps} />}
    {comment && <CommentBox {...comment} />}
  </FactSection>
)
