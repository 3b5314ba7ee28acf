import { toAccountType, fromAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { NewAccount } from '@swath/contract/people/account-fields'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useCreateAccount } from './accounts.mutations.ts'
import { GrantFields, OperatorTypeField, OwnFields, PersonFields } from './account-fields.tsx'
import { typeWord } from './account.labels.ts'
import { checkPhone } from './sign-in-schema.ts'
import { useFormMessages } from './use-form-messages.ts'
import { useAccountReveal } from './use-account-reveal.tsx'

const schema = NewAccount.superRefine(checkPhone)
const types = [4, 3, 2, 5] as const

const Fields = () => {
  const { t } = useTranslation('accounts')
  const type: number | undefined = Form.useWatch('accountType')
  return (
    <>
      <FormField name="accountType" label={t('terms:type')}>
        <Radio.Group options={types.map((one) => ({ value: one, label: t(typeWord(one)) }))} />
      </FormField>
      {type !== undefined && fromAccountTypeCode(type) === 'operator' && <OperatorTypeField />}
      <OwnFields />
      <GrantFields accountType={fromAccountTypeCode(type ?? 4) ?? 'operator'} />
      <PersonFields />
    </>
  )
}

/** Creates any kind of account except a platform, which needs a tag and a host. */
export const CreateAccount = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('accounts')
  const create = useCreateAccount()
  const messages = useFormMessages()
  const reveal = useAccountReveal()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('terms:createAnAccount')}
      submitLabel={t('terms:createAnAccount')}
      schema={schema}
      messages={messages}
      initial={{ accountType: 4, operatorType: '1' }}
      onSubmit={async (value) => {
        const accountType = toAccountType(value.accountType)
        const trades = accountType === 'manufacturer' || accountType === 'operator'
        // Clears values that belong to another account type.
        await create.mutateAsync({
          ...value,
          operatorType: accountType === 'operator' ? (value.operatorType ?? '1') : null,
          vipLevel: accountType === 'manufacturer' ? value.vipLevel : 0,
          canCreateSub: trades && value.canCreateSub,
          leaseAccount: trades && value.leaseAccount,
        })
        reveal({ ...value, host: null })
      }}
    >
      <Fields />
    </FormDrawer>
  )
}
