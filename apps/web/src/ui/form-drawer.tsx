import { Button, Drawer, Form, Modal, type FormInstance } from 'antd'
import {
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CallError } from '../lib/api.ts'
import { showError } from '../lib/errors.ts'
import { ChangedMeanwhile, type Meanwhile } from './changed-meanwhile.tsx'
import {
  FormChecks,
  noNotes,
  type Notes,
  noMessages,
  type Messages,
  type Values,
} from './form-checks.tsx'
import { mergeChanges } from './merge-changes.ts'
import { noteOpener } from './opener.ts'
import { Panel } from './panel.tsx'
import { keepPickerKeys } from './picker-keys.ts'
import { sizes } from '../lib/theme.ts'
import { useAskToLeave } from './use-ask-to-leave.ts'
import { useNarrow } from './use-width.ts'

export type FormDrawerProps<S extends z.ZodType<unknown, object>> = {
  /** Default: open for as long as it is mounted. */
  open?: boolean
  title: string
  /** The contract's schema, which the server uses too. */
  schema: S
  initial: Partial<z.input<S>>
  /** Submits the parsed values. If it fails with `details`, these are shown at their fields. */
  onSubmit: (value: z.output<S>) => Promise<unknown>
  /**
   * The current row, fetched again when somebody else saved it first. Fields that only they changed
   * are copied into the form, and the change is sent again from there.
   */
  readAgain?: () => Promise<Partial<z.input<S>>>
  onClose: () => void
  submitLabel?: string
  /** Messages for the rules that the contract names: `{ upperBelowLower: t('…') }`. */
  messages?: Readonly<Record<string, string>>
  children: ReactNode
  /** Called on every change, for a drawing next to the form. */
  onValues?: (values: Partial<z.input<S>>) => void
  /** A form for something that is drawn on the map: in a panel next to it. */
  isBesideMap?: boolean
  /** Width in px; if set, the form is a dialog instead of a drawer. */
  dialog?: number
}

/** Returns the focus to the element that opened the form. */
const useFocusBack = (isOpen: boolean): (() => void) => {
  const opener = useRef<Element | null>(null)
  // Runs before any element inside takes the focus.
  useInsertionEffect(() => {
    if (isOpen) opener.current = noteOpener()
  }, [isOpen])
  const giveFocusBack = (): void => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  // Some screens unmount the whole form on close, which would lose the focus.
  useEffect(
    () => () => {
      setTimeout(giveFocusBack)
    },
    [],
  )
  return giveFocusBack
}

/** Shows the server's validation errors at their fields. */
const putAtFields = (
  form: FormInstance<Values>,
  { details }: CallError,
  messages: Messages,
): void =>
  form.setFields(
    details.map(({ path, message }) => ({
      name: path.replace(/^body\./, '').split('.')[0],
      errors: [messages[message] ?? message],
      // Keeps a validation that is still running from overwriting the error.
      validating: false,
    })),
  )

type Sending<S extends z.ZodType<unknown, object>> = Pick<
  FormDrawerProps<S>,
  'open' | 'schema' | 'initial' | 'onSubmit' | 'onClose' | 'readAgain'
> & { messages: Messages }

/**
 * Somebody else saved the row first: merges both changes in the fields and lists them in the form.
 */
const useMeanwhile = (form: FormInstance<Values>) => {
  const { t } = useTranslation('ui')
  /** The row that the form started from. */
  const base = useRef<Values>({})
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  // A new round remounts the fields, because some keep more state than their value.
  const [round, setRound] = useState(0)
  const [notes, setNotes] = useState<Notes>(noNotes)
  const noteOf = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number'
      ? t('meanwhileBothValue', { value })
      : t('meanwhileBoth')
  const put = (values: Values, conflict: Meanwhile | null): void => {
    form.setFieldsValue(values)
    setMeanwhile(conflict)
    const { theirs = [], both = [], given = {} } = conflict ?? {}
    setNotes(
      Object.fromEntries([
        ...theirs.map((name) => [name, t('meanwhileTheirs')]),
        ...both.map((name) => [name, noteOf(given[name])]),
      ]),
    )
    setRound((before) => before + 1)
  }
  return {
    meanwhile,
    round,
    notes,
    /** A field that the person changes needs its note no longer. */
    forget: (changed: readonly string[]): void =>
      setNotes((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !changed.includes(name))),
      ),
    begin: (initial: Values): void => {
      base.current = initial
      setMeanwhile(null)
      setNotes(noNotes)
    },
    /** `names`: the fields of the form; other properties of the row are ignored. */
    merge: (names: readonly string[], now: Values, by: string | null): void => {
      const given = Object.fromEntries(names.map((name) => [name, now[name]]))
      const { version, ...asked } = given
      const merged = mergeChanges(base.current, form.getFieldsValue(true) as Values, asked)
      base.current = now
      put({ ...merged.values, version }, { ...merged, by, given })
    },
    takeTheirs: (): void => put(base.current, null),
  }
}

/** The fields of a schema that a row has a value for. */
const namesIn = (schema: z.ZodType<unknown, object>, row: Values): string[] => {
  const parsed = schema.safeParse(row)
  return Object.keys(parsed.success ? (parsed.data as Values) : row).filter((name) => name in row)
}

/** The form's values: whether they were changed, and how they are submitted. */
const useFormWork = <S extends z.ZodType<unknown, object>>({
  open,
  schema,
  initial,
  onSubmit,
  onClose,
  readAgain,
  messages,
}: Sending<S>) => {
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [isSending, setSending] = useState(false)
  const other = useMeanwhile(form)
  // Initial values are set once: later data must not overwrite what someone types.
  const begin = useEffectEvent((): void => {
    form.resetFields()
    form.setFieldsValue(initial as Values)
    other.begin(initial as Values)
    setDirty(false)
  })
  useEffect(() => {
    if (open) begin()
  }, [open, form])
  const refused = async (error: CallError): Promise<void> => {
    if (error.code !== 'conflict' || !readAgain) return putAtFields(form, error, messages)
    try {
      const now = (await readAgain()) as Values
      other.merge(namesIn(schema, now), now, error.details[0]?.message ?? null)
    } catch (failure) {
      showError(failure)
    }
  }
  const send = async (): Promise<void> => {
    const parsed = schema.safeParse(form.getFieldsValue(true))
    if (!parsed.success) {
      await form.validateFields().catch(() => undefined) // errors now show at their fields
      form.scrollToField(String(parsed.error.issues[0]?.path[0] ?? ''), { focus: true })
      return
    }
    setSending(true)
    try {
      await onSubmit(parsed.data)
      setDirty(false)
      onClose()
    } catch (error) {
      // The change itself reports the failure; here it is shown at its field.
      if (!(error instanceof CallError)) throw error
      await refused(error)
    } finally {
      setSending(false)
    }
  }
  return { form, isDirty, isSending, noteChange: () => setDirty(true), send, other }
}

type FrameProps = {
  open: boolean
  title: string
  isBesideMap: boolean
  dialog: number | undefined
  fields: RefObject<HTMLElement | null>
  onClose: () => void
  onClosed: () => void
  footer: ReactNode
  children: ReactNode
}

const Frame = ({ isBesideMap, dialog, fields, onClose, onClosed, ...shown }: FrameProps) => {
  const narrow = useNarrow()
  // On a phone the on-screen keyboard would cover text that the person has not read yet.
  const focusFirst = (): void => {
    if (!narrow)
      fields.current
        ?.querySelector<HTMLElement>('input:not([type=hidden], [type=file], :disabled), textarea')
        ?.focus({ preventScroll: true })
  }
  if (isBesideMap)
    return (
      shown.open && (
        <Panel side="right" isDocked title={shown.title} footer={shown.footer} onClose={onClose}>
          <div className="p-16">{shown.children}</div>
        </Panel>
      )
    )
  if (dialog !== undefined)
    return (
      <Modal
        {...shown}
        onCancel={onClose}
        width={dialog}
        centered
        destroyOnHidden
        keyboard
        mask={{ closable: false }}
        afterOpenChange={(isOpen) => {
          if (isOpen) focusFirst()
        }}
      />
    )
  return (
    <Drawer
      {...shown}
      onClose={onClose}
      placement="right"
      size={narrow ? '100%' : sizes.detail}
      keyboard
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst()
        else onClosed()
      }}
    />
  )
}

/**
 * A form in a drawer, dialog or panel, to create or edit a row. It validates as the server does, asks
 * before unsaved changes are discarded, and returns the focus to its opener.
 */
export const FormDrawer = <S extends z.ZodType<unknown, object>>(props: FormDrawerProps<S>) => {
  const { open = true, title, schema, onClose, submitLabel, children, onValues } = props
  const { messages = noMessages, isBesideMap = false, dialog } = props
  const { t } = useTranslation('ui')
  const { form, isDirty, isSending, noteChange, send, other } = useFormWork({
    ...props,
    open,
    messages,
  })
  const fields = useRef<HTMLDivElement>(null)
  const giveFocusBack = useFocusBack(open)
  const askToLeave = useAskToLeave(open && isDirty)
  const close = (): void => {
    if (isDirty && !isSending) askToLeave(onClose)
    else onClose()
  }
  return (
    <Frame
      open={open}
      title={title}
      isBesideMap={isBesideMap}
      dialog={dialog}
      fields={fields}
      onClose={close}
      onClosed={giveFocusBack}
      footer={
        <div className="flex gap-8 justify-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" loading={isSending} onClick={() => void send()}>
            {submitLabel ?? t('terms:save')}
          </Button>
        </div>
      }
    >
      <FormChecks schema={schema} messages={messages} notes={other.notes}>
        <Form
          form={form}
          layout="vertical"
          scrollToFirstError={{ focus: true }}
          onFinish={() => void send()}
          onKeyDown={keepPickerKeys}
          onValuesChange={(changed: Values, values) => {
            noteChange()
            other.forget(Object.keys(changed))
            onValues?.({ ...form.getFieldsValue(true), ...values } as Partial<z.input<S>>)
          }}
        >
          {other.meanwhile && (
            <ChangedMeanwhile meanwhile={other.meanwhile} onTakeTheirs={other.takeTheirs} />
          )}
          <div ref={fields} key={other.round}>
            {children}
          </div>
          <button type="submit" hidden />
        </Form>
      </FormChecks>
    </Frame>
  )
}
