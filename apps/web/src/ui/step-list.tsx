import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './step-list.module.css'
import { TimeAgo } from './time.tsx'

export type Step = { what: ReactNode; at: string; who: string; text: string }

/** Rendering a thousand comments would slow down the page. */
const shownAtFirst = 100

/**
 * The history of an object, oldest first; of a long history only the latest steps are shown at
 * first.
 */
export const StepList = ({ steps }: { steps: readonly Step[] }) => {
  const { t } = useTranslation('ui')
  const [isWhole, setWhole] = useState(false)
  const from = isWhole ? 0 : Math.max(0, steps.length - shownAtFirst)
  return (
    <>
      {from > 0 && (
        <Button onClick={() => setWhole(true)}>{t('stepsEarlier', { count: from })}</Button>
      )}
      <ol className="list-plain grid gap-12" start={from + 1}>
        {steps.slice(from).map(({ what, at, who, text }, i) => (
          <li key={`${at} ${from + i}`}>
            <div className="flex gap-12 items-baseline justify-between">
              <strong className="semibold">{what}</strong>
              <TimeAgo time={at} />
            </div>
            <div className="muted text-12">{who}</div>
            {text !== '' && <p className="pre-wrap break-anywhere mt-4">{text}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

export type CommentProps = {
  label: string
  hint: string
  isSending: boolean
  send: (text: string) => Promise<unknown>
}

/** Adds a comment. The text is kept until it has been sent. */
export const CommentBox = ({ label, hint, isSending, send }: CommentProps) => {
  const [text, setText] = useState('')
  const words = text.trim()
  return (
    <div className={`grid gap-8 justify-items-start ${style.comment}`}>
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2000}
        aria-label={label}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        disabled={words === ''}
        loading={isSending}
        onClick={() =>
          // The refusal has already been shown; the text is kept.
          void send(words).then(
            () => setText(''),
            () => undefined,
          )
        }
      >
        {label}
      </Button>
    </div>
  )
}
