import { Input, Radio } from 'antd'
import type { z } from 'zod'
import { FormField } from './form-checks.tsx'
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'

type Props<S extends z.ZodType<unknown, object>> = Omit<
  FormDrawerProps<S>,
  'dialog' | 'children'
> & {
  /** Label of the comment: the schema's field `text`. */
  label: string
  hint: string
  /** Fields for the decision, above the comment. */
  children?: FormDrawerProps<S>['children']
  /** A choice between decisions: a field of the schema. */
  choice?: { name: string; label: string; options: { value: string; label: string }[] }
}

const formPx = 480

/** A form for one step in the history of a row: a decision and a comment. */
export const StepForm = <S extends z.ZodType<unknown, object>>({
  label,
  hint,
  children,
  choice,
  ...form
}: Props<S>) => (
  <FormDrawer {...form} dialog={formPx}>
    {children}
    {choice && (
      <FormField name={choice.name} label={choice.label}>
        <Radio.Group vertical options={choice.options} />
      </FormField>
    )}
    <FormField name="text" label={label} extra={hint}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
    </FormField>
  </FormDrawer>
)
