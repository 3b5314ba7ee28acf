import type { AccountRow } from '@swath/contract/accounts'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { errorText, showError, showSuccess } from '../../lib/errors.ts'
import { formatCount } from '../../lib/format.ts'
import { queryClient, queryOf } from '../../lib/query.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useDeleteAccount, useEnableAccount } from './account-changes.ts'
import style from './accounts.module.css'

/** What is asked before an account is enabled, disabled or deleted. */
export const useAccountQuestions = () => {
  const { t } = useTranslation('accounts')
  const { modal } = App.useApp()
  const confirm = useConfirm()
  const enable = useEnableAccount()
  const remove = useDeleteAccount()

  const askEnable = (account: AccountRow): void =>
    confirm({
      title: t('askEnable', { name: account.accountName }),
      text: t('enableEffect'),
      verb: t('enable'),
      danger: false,
      run: async () => {
        await enable.mutateAsync({ account, opr: 'enable' })
        showSuccess(t('enabledNote', { name: account.accountName }))
      },
    })

  const askDisable = async (account: AccountRow): Promise<void> => {
    let below = 0
    try {
      below = (
        await queryClient.ensureQueryData(
          queryOf('getAccount', { query: { accountId: account.accountId } }),
        )
      ).subAccountNum
    } catch (error) {
      showError(error)
      return
    }
    confirm({
      title: t('askDisable', { name: account.accountName }),
      verb: t('disable'),
      text: (
        <>
          <p className={style.effect}>
            {t('disableEffect', {
              count: account.memberNum,
              shown: formatCount(account.memberNum),
            })}
          </p>
          {below > 0 && (
            <p className={style.effect}>
              {t('disableBelow', { count: below, shown: formatCount(below) })}
            </p>
          )}
          <p className={style.effect}>{t('disableKeeps')}</p>
        </>
      ),
      run: async () => {
        await enable.mutateAsync({ account, opr: 'disable' })
        showSuccess(t('disabledNote', { name: account.accountName }))
      },
    })
  }

  const tellRefusal = (account: AccountRow, error: CallError): void =>
    void modal.error({
      title: t('deleteRefused', { name: account.accountName }),
      centered: true,
      okText: t('terms:close'),
      content: (
        <>
          <p className={style.effect}>{errorText(error)}</p>
          <ul className={style.reasons}>
            {error.details.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
          <p className={style.effect}>{t('deleteRefusedHint')}</p>
        </>
      ),
    })

  const askDelete = (account: AccountRow, close: () => void): void =>
    confirm({
      title: t('askDelete', { name: account.accountName }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      typeName: account.accountName,
      run: async () => {
        try {
          await remove.mutateAsync(account.accountId)
        } catch (error) {
          // What the account still has is a list to be read, and no second try would end otherwise.
          if (error instanceof CallError && error.code === 'in_use' && error.details.length > 0) {
            tellRefusal(account, error)
            return
          }
          showError(error)
          throw error
        }
        close()
        showSuccess(t('deleted', { name: account.accountName }))
      },
    })

  return { askEnable, askDisable: (account: AccountRow) => void askDisable(account), askDelete }
}
