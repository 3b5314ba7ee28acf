// A desk for cases: rows that somebody has to decide, with a history of what was done about them.
import type { ReactNode } from 'react'
import { FactSection } from './facts.tsx'
import { CommentBox, StepList, type CommentProps, type Step } from './step-list.tsx'
import style from './case-desk.module.css'

/** What can be done with a case now, within reach of the thumb however long its history is. */
export const CaseActions = ({ children }: { children: ReactNode }) => (
  <div className={`flex wrap gap-8 ${style.actions}`}>{children}</div>
)

type HistoryProps = {
  title: string
  /** Where nothing has been done yet. */
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
