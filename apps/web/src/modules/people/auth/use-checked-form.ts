import { useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

export type CheckedForm<Form, Field extends string> = {
  readonly form: Form
  readonly element: RefObject<HTMLFormElement | null>
  readonly set: (values: Partial<Form>) => void
  /** Shows errors of these fields from now on. */
  readonly touch: (...fields: readonly Field[]) => void
  /** Hides errors of these fields, or of all, until they are touched again. */
  readonly forget: (...fields: readonly Field[]) => void
  readonly empty: () => void
  readonly focus: (field: Field) => void
  /** Touches the fields and focuses the first invalid one. @returns whether all are valid */
  readonly check: (fields: readonly Field[]) => boolean
  /** The props of a field's input: its name, its error, and its blur handler. */
  readonly input: <F extends Field>(
    field: F,
  ) => { name: F; mistake: string | null; onBlur: (event?: FocusEvent) => void }
}

/**
 * A form whose fields are validated on blur, as the specification requires for pages before the
 * sign-in (section 5). `mistakeIn` returns the key of a field's error.
 */
export const useCheckedForm = <Form extends object, Field extends keyof Form & string>(
  initial: Form,
  mistakeIn: (field: Field, form: Form) => string | null,
): CheckedForm<Form, Field> => {
  const { t } = useTranslation('auth')
  const [form, setForm] = useState<Form>(initial)
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const element = useRef<HTMLFormElement>(null)

  const touch = (...fields: readonly Field[]): void =>
    setTouched((before) => new Set([...before, ...fields]))
  const forget = (...fields: readonly Field[]): void =>
    setTouched((before) =>
      fields.length === 0 ? new Set() : new Set([...before].filter((one) => !fields.includes(one))),
    )
  const focus = (field: Field): void =>
    element.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()

  return {
    form,
    element,
    touch,
    forget,
    focus,
    set: (values) => setForm((before) => ({ ...before, ...values })),
    empty: () => {
      setForm(initial)
      forget()
    },
    check: (fields) => {
      touch(...fields)
      const wrong = fields.find((field) => mistakeIn(field, form) !== null)
      if (wrong) focus(wrong)
      return wrong === undefined
    },
    input: (field) => {
      const key = touched.has(field) ? mistakeIn(field, form) : null
      return { name: field, mistake: key && t(key), onBlur: () => touch(field) }
    },
  }
}
