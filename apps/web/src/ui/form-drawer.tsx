import { App, Button, Drawer, Form, Modal, type FormItemProps } from 'antd'
import {
  createContext,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { z } from 'zod'
import { CallError } from '../lib/api.ts'
import { noteOpener } from './opener.ts'
import { sizes } from './theme.ts'
import { useNarrow } from './use-width.ts'
import style from './form-drawer.module.css'

type Values = Record<string, unknown>
type Issue = z.core.$ZodIssue

/**
 * The sentence for what a schema found; `own` are the rules of the contract that carry a name of
 * their own.
 */
const useIssueText = (
  own: Readonly<Record<string, string>>,
): ((issue: Issue, value: unknown) => string) => {
  const { t } = useTranslation('ui')
  return (issue, value) => {
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
        : t('fieldTooBig', { limit: issue.maximum })
    if (issue.code === 'too_small')
      return issue.origin === 'string'
        ? t('fieldTooShort', { limit: issue.minimum })
        : t('fieldTooSmall', { limit: issue.minimum })
    return t('fieldInvalid')
  }
}

type Check = (name: string, values: Values) => string | null
const CheckContext = createContext<{ check: Check; required: (name: string) => boolean }>({
  check: () => null,
  required: () => false,
})

const acceptsNothing = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success || schema.safeParse(null).success

type FieldProps = { name: string; label: ReactNode; children: ReactNode; extra?: ReactNode } & Pick<
  FormItemProps,
  'valuePropName' | 'getValueProps' | 'normalize' | 'hidden' | 'dependencies'
>

/** A field of the form, checked by the form's schema when it is left and again when it is sent. */
export const FormField = ({ name, label, children, ...rest }: FieldProps) => {
  const { check, required } = useContext(CheckContext)
  return (
    <Form.Item
      name={name}
      label={label}
      required={required(name)}
      validateTrigger="onBlur"
      validateFirst
      {...rest}
      rules={[
        (form) => ({
          validator: async () => {
            const mistake = check(name, form.getFieldsValue(true) as Values)
            if (mistake) throw new Error(mistake)
          },
        }),
      ]}
    >
      {children}
    </Form.Item>
  )
}

const none: Readonly<Record<string, string>> = {}

type ChecksProps = {
  /** The contract's schema: the same that the server checks by. */
  schema: z.ZodType<unknown, object>
  /**
   * Sentences for the rules that the contract names: `{ upperBelowLower: t('…') }`; `nameMissing`
   * is that of the empty field `name`, `nameWrong` of what it refuses.
   */
  messages?: Readonly<Record<string, string>>
  children: ReactNode
}

/** Lets every FormField inside be checked by the schema. */
export const FormChecks = ({ schema, messages = none, children }: ChecksProps) => {
  const issueText = useIssueText(messages)
  const checks = useMemo(
    () => ({
      check: (name: string, values: Values): string | null => {
        const issue = schema.safeParse(values).error?.issues.find((one) => one.path[0] === name)
        return issue ? issueText(issue, values[name]) : null
      },
      required: (name: string): boolean => {
        const field: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined
        return field instanceof z.ZodType && !acceptsNothing(field)
      },
    }),
    [schema, issueText],
  )
  return <CheckContext value={checks}>{children}</CheckContext>
}

type Props<S extends z.ZodType<unknown, object>> = {
  open: boolean
  title: string
  /** The contract's schema: the same that the server checks by. */
  schema: S
  initial: Partial<z.input<S>>
  /** Sends what the schema made of the fields. Failing with `details` puts them at their fields. */
  onSubmit: (value: z.output<S>) => Promise<unknown>
  onClose: () => void
  submitLabel?: string
  /** Sentences for the rules that the contract names: `{ upperBelowLower: t('…') }`. */
  messages?: Readonly<Record<string, string>>
  children: ReactNode
  /** Told of every change: for what is drawn beside the form. */
  onValues?: (values: Partial<z.input<S>>) => void
  /** A form beside the map leaves it free. */
  mask?: boolean
  /** In a dialog of this width instead of a drawer, px. */
  dialog?: number
}

/**
 * Create and edit in a drawer or a dialog: checks as the server does, asks before unsaved work is
 * left, gives the focus back.
 */
export const FormDrawer = <S extends z.ZodType<unknown, object>>({
  open,
  title,
  schema,
  initial,
  onSubmit,
  onClose,
  submitLabel,
  messages = none,
  children,
  onValues,
  mask = true,
  dialog,
}: Props<S>) => {
  const { t } = useTranslation('ui')
  const { modal } = App.useApp()
  const narrow = useNarrow()
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [isSending, setSending] = useState(false)
  const opener = useRef<Element | null>(null)
  const fieldset = useRef<HTMLDivElement>(null)

  // Before anything inside takes the focus.
  useInsertionEffect(() => {
    if (open) opener.current = noteOpener()
  }, [open])
  useEffect(() => {
    if (!open) return
    form.resetFields()
    form.setFieldsValue(initial as Values)
    setDirty(false)
    // A form begins with what it was opened with; what comes later must not overwrite what someone
    // types.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open, form])

  const giveFocusBack = (): void => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  // Some take the whole form away when it is closed: what holds the focus inside goes first.
  useEffect(
    () => () => {
      setTimeout(giveFocusBack)
    },
    [],
  )

  const askToLeave = (leave: () => void, stay: () => void): void =>
    void modal.confirm({
      title: t('leaveTitle'),
      content: t('leaveText'),
      okText: t('leave'),
      cancelText: t('stay'),
      centered: true,
      okButtonProps: { danger: true },
      onOk: leave,
      onCancel: stay,
    })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      open && isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state === 'blocked')
      askToLeave(
        () => blocker.proceed(),
        () => blocker.reset(),
      )
    // Asked once for each time that leaving was held up.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state])
  const close = (): void => {
    if (isDirty && !isSending) askToLeave(onClose, () => undefined)
    else onClose()
  }

  const send = async (): Promise<void> => {
    const values = form.getFieldsValue(true) as Values
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      await form.validateFields().catch(() => undefined) // the mistakes now stand at their fields
      form.scrollToField(String(parsed.error.issues[0]?.path[0] ?? ''), { focus: true })
      return
    }
    setSending(true)
    try {
      await onSubmit(parsed.data)
      setDirty(false)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The change itself tells the failure; here it is put where it belongs. `validating`: no
      // check that is still under way overwrites it.
      form.setFields(
        error.details.map(({ path, message }) => ({
          name: path.replace(/^body\./, '').split('.')[0],
          errors: [messages[message] ?? message],
          validating: false,
        })),
      )
    } finally {
      setSending(false)
    }
  }

  // On a phone the keyboard would cover what someone has not read yet.
  const focusFirst = (): void => {
    if (!narrow)
      fieldset.current
        ?.querySelector<HTMLElement>('input:not([type=hidden], [type=file], :disabled), textarea')
        ?.focus({ preventScroll: true })
  }
  const foot = (
    <div className={style.foot}>
      <Button onClick={close}>{t('cancel')}</Button>
      <Button type="primary" loading={isSending} onClick={() => void send()}>
        {submitLabel ?? t('terms:save')}
      </Button>
    </div>
  )
  const fields = (
    <FormChecks schema={schema} messages={messages}>
      <Form
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        onFinish={() => void send()}
        onValuesChange={(_changed, values) => {
          setDirty(true)
          onValues?.({ ...form.getFieldsValue(true), ...values } as Partial<z.input<S>>)
        }}
      >
        <div ref={fieldset}>{children}</div>
        <button type="submit" hidden />
      </Form>
    </FormChecks>
  )
  if (dialog !== undefined)
    return (
      <Modal
        open={open}
        onCancel={close}
        title={title}
        width={dialog}
        centered
        destroyOnHidden
        keyboard
        mask={{ closable: false }}
        footer={foot}
        afterOpenChange={(isOpen) => {
          if (isOpen) focusFirst()
        }}
      >
        {fields}
      </Modal>
    )
  return (
    <Drawer
      open={open}
      onClose={close}
      title={title}
      placement={narrow && !mask ? 'bottom' : 'right'}
      size={narrow ? (mask ? '100%' : '56%') : sizes.detail}
      mask={mask}
      keyboard
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst()
        else giveFocusBack()
      }}
      footer={foot}
    >
      {fields}
    </Drawer>
  )
}
