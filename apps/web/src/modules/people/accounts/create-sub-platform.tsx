import { NewSubPlatform } from '@swath/contract/people/account-fields'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useCreateSubPlatform } from './accounts.mutations.ts'
import { OwnFields, PersonFields } from './account-fields.tsx'
import { addressOfHost } from './host-address.ts'
import { ScreenChoice } from './screen-choice.tsx'
import { checkPhone } from './sign-in-schema.ts'
import { useFormMessages } from './use-form-messages.ts'
import { useAccountReveal } from './use-account-reveal.tsx'
import style from './accounts.module.css'

const schema = NewSubPlatform.superRefine(checkPhone)
const hostSchema = NewSubPlatform.shape.customDomain

const emptyIsNull = (value: unknown): unknown =>
  value === '' ? null : typeof value === 'string' ? value.trim().toLowerCase() : value

const HostHint = () => {
  const { t } = useTranslation('accounts')
  const typed: string | null | undefined = Form.useWatch('customDomain')
  const host = typed ? hostSchema.safeParse(typed).data : null
  return (
    <>
      {t('hostHint')}
      {host && (
        <span className="block break-anywhere">
          {t('hostAddress')}{' '}
          <a href={addressOfHost(host)} target="_blank" rel="noreferrer">
            {addressOfHost(host)}
          </a>
        </span>
      )}
    </>
  )
}

const Fields = () => {
  const { t } = useTranslation('accounts')
  return (
    <>
      <h2 className={style.formTitle}>{t('terms:subPlatform')}</h2>
      <TextField
        name="tag"
        label={t('tag')}
        extra={t('tagHint')}
        maxLength={31}
        spellCheck={false}
      />
      <FormField name="customDomain" label={t('host')} extra={<HostHint />} normalize={emptyIsNull}>
        <Input
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('hostExample')}
        />
      </FormField>
      <FormField name="screens" label={t('screens')}>
        <ScreenChoice />
      </FormField>
      <OwnFields />
      <PersonFields />
    </>
  )
}

/** Creates a sub-platform: the same product under its own name, host and list of screens. */
export const CreateSubPlatform = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('accounts')
  const create = useCreateSubPlatform()
  const messages = useFormMessages()
  const reveal = useAccountReveal()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('createSubPlatform')}
      submitLabel={t('createSubPlatform')}
      schema={schema}
      messages={messages}
      initial={{ screens: null }}
      onSubmit={async (value) => {
        await create.mutateAsync(value)
        reveal({ ...value, host: value.customDomain })
      }}
    >
      <Fields />
    </FormDrawer>
  )
}
