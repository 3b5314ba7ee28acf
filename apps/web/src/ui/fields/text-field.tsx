import { Input, type InputProps } from 'antd'
import type { ReactNode } from 'react'
import { FormField } from '../form-checks.tsx'

type Props = { name: string; label: ReactNode; extra?: ReactNode } & Omit<
  InputProps,
  'name' | 'value' | 'onChange'
>

export const TextField = ({ name, label, extra, ...input }: Props) => (
  <FormField name={name} label={label} extra={extra}>
    <Input autoComplete="off" {...input} />
  </FormField>
)
