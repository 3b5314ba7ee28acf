import { toAccountType } from '@swath/contract/people/account-type-codes'
import { AccountUpdate } from '@swath/contract/people/account-fields'
import { type AccountDetail } from '@swath/contract/people/accounts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useUpdateAccount } from './accounts.mutations.ts'
import { GrantFields, OperatorTypeField, OwnFields } from './account-fields.tsx'
import { toOwnFields } from './own-fields.ts'
import { ScreenChoice } from './screen-choice.tsx'
import { useFormMessages } from './use-form-messages.ts'
import style from './accounts.module.css'

const Form = ({ account, onClose }: { account: AccountDetail; onClose: () => void }) => {
  const { t } = useTranslation('accounts')
  const update = useUpdateAccount()
  const messages = useFormMessages()
  const accountType = toAccountType(account.accountType)
  const isSubPlatform = accountType === 'platform' && account.tag !== null
  const { operatorType, vipLevel, canCreateSub, leaseAccount, screens, version } = account
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editTitle', { name: account.accountName })}
      schema={AccountUpdate}
      messages={messages}
      initial={{
        ...toOwnFields(account),
        operatorType,
        vipLevel,
        canCreateSub,
        leaseAccount,
        version,
        ...(isSubPlatform ? { screens } : {}),
      }}
      onSubmit={async (body) => {
        await update.mutateAsync({ accountId: account.accountId, ...body })
        showSuccess(t('saved', { name: body.accountName }))
      }}
    >
      {accountType === 'operator' && <OperatorTypeField />}
      <OwnFields />
      {isSubPlatform && (
        <>
          <h2 className={style.formTitle}>{t('terms:subPlatform')}</h2>
          <FormField name="screens" label={t('screens')}>
            <ScreenChoice />
          </FormField>
        </>
      )}
      <GrantFields accountType={accountType} had={{ vipLevel, canCreateSub, leaseAccount }} />
    </FormDrawer>
  )
}

type Props = { accountId: string | null; onClose: () => void }

/** Changes a subordinate account; opened from its details, which are already loaded. */
export const EditAccount = ({ accountId, onClose }: Props) => {
  const known = useQuery({
    ...buildQuery('getAccount', { query: { accountId: accountId ?? '' } }),
    enabled: accountId !== null,
  })
  return accountId !== null && known.data ? (
    <Form key={accountId} account={known.data} onClose={onClose} />
  ) : null
}
