import { toReview } from '@swath/contract/people/review-codes'
import { OwnAccountChange } from '@swath/contract/people/account-fields'
import { type AccountApplicationDetail } from '@swath/contract/people/account-applications'
import { type AccountDetail } from '@swath/contract/people/accounts'
import type { Api } from '@swath/contract/api'
import type { Call } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { OwnFields } from './account-fields.tsx'
import { toOwnFields } from './own-fields.ts'
import { useFormMessages } from './use-form-messages.ts'
import style from './accounts.module.css'

type Props = {
  open: boolean
  account: AccountDetail
  application: AccountApplicationDetail | null
  onClose: () => void
}

/**
 * A change of the own account, which accounts above approve or reject. A rejected one is prefilled
 * for correction.
 */
export const ChangeOwnAccount = ({ open, account, application, onClose }: Props) => {
  const { t } = useTranslation('accounts')
  const messages = useFormMessages()
  const send = useChange({
    run: (body: Call<Api['changeOwnAccount']>['body']) => call('changeOwnAccount', { body }),
    done: (changed) => {
      showSuccess(
        changed.openApplyId !== null || toReview(changed.checkStatus) === 'waiting'
          ? t('handedInNote')
          : t('saved', { name: changed.accountName }),
      )
    },
    outdated: ['getOwnAccount', 'getOwnApplication', 'getOwnInfo'],
  })
  const wasRejected =
    application !== null &&
    application !== undefined &&
    toReview(application.applyStatus) === 'rejected'
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={wasRejected ? t('handInAgain') : t('changeTitle')}
      submitLabel={t('handIn')}
      schema={OwnAccountChange}
      messages={messages}
      initial={{
        ...toOwnFields(wasRejected ? application.proposed : account),
        version: account.version,
      }}
      onSubmit={(body) => send.mutateAsync(body)}
    >
      <p className={style.hint}>
        {account.parentName === null
          ? t('changeHint')
          : t('changeHintBy', { name: account.parentName })}
      </p>
      {wasRejected && application.reason && (
        <p className="danger break-anywhere mt-2">
          <strong>{t('reason')}</strong> {application.reason}
        </p>
      )}
      <OwnFields />
    </FormDrawer>
  )
}
