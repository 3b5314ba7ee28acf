import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import style from './field.module.css'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  mistake: string | null
  hint?: string | null
  before?: ReactNode
  after?: ReactNode
  beside?: ReactNode
}

/** A labelled native input, because the sign-in page does not load the component library. */
export const Field = ({ label, mistake, hint, before, after, beside, ...input }: Props) => {
  const id = useId()
  return (
    <div className={`grid cols-1 gap-6 ${style.field}`}>
      <label htmlFor={id}>{label}</label>
      <div className="flex gap-8">
        <div
          className={`flex flex-1 items-center min-w-0 rounded-8 bg-paper ${style.box}`}
          data-wrong={mistake !== null}
        >
          {before}
          <input
            id={id}
            {...input}
            aria-invalid={mistake !== null}
            aria-describedby={mistake || hint ? `${id}-note` : undefined}
          />
          {after}
        </div>
        {beside}
      </div>
      <p
        id={`${id}-note`}
        className={`m-0 muted text-12 leading-18 ${style.note}`}
        data-kind={mistake ? 'mistake' : 'hint'}
        role={mistake ? 'alert' : undefined}
      >
        {mistake ?? hint}
      </p>
    </div>
  )
}
