import { NewSubCompany } from '@swath/contract/people/account-fields'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useCreateSubCompany } from './accounts.mutations.ts'
import { GrantFields, OperatorTypeField, OwnFields, PersonFields } from './account-fields.tsx'
import { checkPhone } from './sign-in-schema.ts'
import { useFormMessages } from './use-form-messages.ts'
import { useAccountReveal } from './use-account-reveal.tsx'

const schema = NewSubCompany.superRefine(checkPhone)

/** Creates a subordinate company of the same kind. */
export const CreateSubCompany = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('accounts')
  const { accountType } = useUser()
  const create = useCreateSubCompany()
  const messages = useFormMessages()
  const reveal = useAccountReveal()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('createSubCompany')}
      submitLabel={t('createSubCompany')}
      schema={schema}
      messages={messages}
      initial={{ operatorType: accountType === 'operator' ? '1' : null }}
      onSubmit={async (value) => {
        await create.mutateAsync(value)
        reveal({ ...value, host: null })
      }}
    >
      {accountType === 'operator' && <OperatorTypeField />}
      <OwnFields />
      <GrantFields accountType={accountType} />
      <PersonFields />
    </FormDrawer>
  )
}
