import { Form, type FormItemProps } from 'antd'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

export type Values = Record<string, unknown>
type Issue = z.core.$ZodIssue
/** Formats a limit for its field; by default the number is shown as it is. */
type SayLimit = (limit: number) => string
type IssueText = (issue: Issue, value: unknown, sayLimit?: SayLimit) => string

/**
 * Turns an issue of a schema into a message. `own` has the messages for rules that the contract
 * names.
 */
const useIssueText = (own: Messages): IssueText => {
  const { t } = useTranslation('ui')
  return (issue, value, sayLimit) => {
    const say = (limit: number | bigint) => (sayLimit ? sayLimit(Number(limit)) : limit)
    const isMissing =
      value === undefined ||
      value === null ||
      value === '' ||
      (Array.isArray(value) && value.length === 0)
    const named =
      (isMissing ? own[`${String(issue.path[0])}Missing`] : undefined) ??
      own[issue.message] ??
      (isMissing ? undefined : own[`${String(issue.path[0])}Wrong`])
    if (named) return named
    if (isMissing) return t('fieldRequired')
    if (issue.code === 'too_big')
      return issue.origin === 'string'
        ? t('fieldTooLong', { limit: issue.maximum })
        : t(issue.inclusive === false ? 'fieldNotBelow' : 'fieldTooBig', {
            limit: say(issue.maximum),
          })
    if (issue.code === 'too_small')
      return issue.origin === 'string'
        ? t('fieldTooShort', { limit: issue.minimum })
        : t(issue.inclusive === false ? 'fieldNotAbove' : 'fieldTooSmall', {
            limit: say(issue.minimum),
          })
    return t('fieldInvalid')
  }
}

type Check = (name: string, values: Values, sayLimit?: SayLimit) => string | null
/** Texts at fields, by their names, shown until the field is changed. */
export type Notes = Readonly<Record<string, string>>
export const noNotes: Notes = {}
type Checks = { check: Check; required: (name: string) => boolean; notes: Notes }
const CheckContext = createContext<Checks>({
  check: () => null,
  required: () => false,
  notes: noNotes,
})

const acceptsNothing = (schema: z.ZodType): boolean =>
  [undefined, null, ''].some((nothing) => schema.safeParse(nothing).success)

type FieldProps = {
  name: string
  label: ReactNode
  children: ReactNode
  extra?: ReactNode
  sayLimit?: SayLimit
} & Pick<
  FormItemProps,
  // `required`: marks a field that the schema gives a default.
  'valuePropName' | 'getValueProps' | 'normalize' | 'hidden' | 'dependencies' | 'required'
>

/** A form field, validated against the form's schema on blur and on submit. */
export const FormField = ({ name, label, children, sayLimit, ...rest }: FieldProps) => {
  const { check, required, notes } = useContext(CheckContext)
  const note = notes[name]
  return (
    <Form.Item
      name={name}
      label={label}
      required={required(name)}
      validateTrigger="onBlur"
      validateFirst
      {...(note === undefined ? {} : { validateStatus: 'warning' as const, help: note })}
      {...rest}
      rules={[
        (form) => ({
          validator: async () => {
            const mistake = check(name, form.getFieldsValue(true) as Values, sayLimit)
            if (mistake) throw new Error(mistake)
          },
        }),
      ]}
    >
      {children}
    </Form.Item>
  )
}

/** Messages for the rules that a contract names. */
export type Messages = Readonly<Record<string, string>>
export const noMessages: Messages = {}

type ChecksProps = {
  /** The contract's schema, which the server uses too. */
  schema: z.ZodType<unknown, object>
  /**
   * Messages for the rules that the contract names: `{ upperBelowLower: t('…') }`. `nameMissing` is
   * used if the field `name` is empty, `nameWrong` if its value is invalid.
   */
  messages?: Messages
  notes?: Notes
  children: ReactNode
}

/** Provides the schema to every FormField inside. */
export const FormChecks = (props: ChecksProps) => {
  const { schema, messages = noMessages, notes = noNotes, children } = props
  const issueText = useIssueText(messages)
  const checks = useMemo(
    () => ({
      check: (name: string, values: Values, sayLimit?: SayLimit): string | null => {
        const issue = schema.safeParse(values).error?.issues.find((one) => one.path[0] === name)
        return issue ? issueText(issue, values[name], sayLimit) : null
      },
      required: (name: string): boolean => {
        const field: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined
        return field instanceof z.ZodType && !acceptsNothing(field)
      },
      notes,
    }),
    [schema, issueText, notes],
  )
  return <CheckContext value={checks}>{children}</CheckContext>
}
