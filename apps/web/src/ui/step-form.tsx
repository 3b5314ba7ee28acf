import { Input } from 'antd'
import type { z } from 'zod'
import { FormField } from './form-checks.tsx'
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'

type Props<S extends z.ZodType<unknown, object>> = Omit<
  FormDrawerProps<S>,
  'dialog' | 'children'
> & {
  /** What is said of the step: `text` of the schema. */
  label: string
  hint: string
  /** What is decided by it, above the words. */
  children?: FormDrawerProps<S>['children']
}

const formPx = 480

/** A step in the history of a row: what is decided, and the words for why. */
export const StepForm = <S extends z.ZodType<unknown, object>>({
  label,
  hint,
  children,
  ...form
}: Props<S>) => (
  <FormDrawer {...form} dialog={formPx}>
    {children}
    <FormField name="text" label={label} extra={hint}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
    </FormField>
  </FormDrawer>
)
