import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CallError } from '../../../lib/api.ts'
import { showError } from '../../../lib/errors.ts'
import { useAskToLeave } from '../../../ui/use-ask-to-leave.ts'
import { fieldOfError, fieldOfPath } from './registration-rules.ts'

/**
 * Submits a form of the registration page: validation errors and refusals of the server are shown
 * at their fields.
 */
export const useFormSend = <S extends z.ZodType<unknown, object>>(
  form: FormInstance,
  schema: S,
  send: (values: z.output<S>) => Promise<void>,
) => {
  const { i18n } = useTranslation('ui')
  const [isSending, setSending] = useState(false)
  const [isDirty, setDirty] = useState(false)

  // Translates the messages at the fields when the language changes.
  useEffect(() => {
    const wrong = form
      .getFieldsError()
      .filter(({ errors }) => errors.length > 0)
      .map(({ name }) => name)
    // validates again for the translation
    if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined)
  }, [i18n.language, form])

  useAskToLeave(isDirty && !isSending, ({ pathname, search }) => pathname + search)

  const submit = async (): Promise<void> => {
    const parsed = schema.safeParse(form.getFieldsValue(true))
    if (!parsed.success) {
      await form.validateFields().catch(() => undefined) // the fields now show the errors
      const first = form.getFieldsError().find(({ errors }) => errors.length > 0)
      if (first) form.scrollToField(first.name, { focus: true, block: 'center' })
      return
    }
    setSending(true)
    try {
      await send(parsed.data)
      setDirty(false)
    } catch (error) {
      showError(error)
      if (!(error instanceof CallError)) return
      const field = fieldOfError[error.code]
      const wrong = field
        ? [{ name: field, errors: [error.message] }]
        : error.details.map(({ path, message }) => ({ name: fieldOfPath(path), errors: [message] }))
      // Keeps a validation that is still running from overwriting the error.
      form.setFields(wrong.map((one) => ({ ...one, validating: false })))
      if (wrong[0]) form.scrollToField(wrong[0].name, { focus: true, block: 'center' })
    } finally {
      setSending(false)
    }
  }
  return { isSending, submit: () => void submit(), noteChange: () => setDirty(true) }
}
