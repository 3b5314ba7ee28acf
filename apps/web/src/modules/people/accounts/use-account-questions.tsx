import type { AccountRow } from '@swath/contract/people/accounts'
import { useTranslation } from 'react-i18next'
import { showError, showSuccess, showUndoable } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryClient, buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { useDeleteAccount, useEnableAccount } from './accounts.mutations.ts'

/** Confirmations before an account is enabled, disabled or deleted. */
export const useAccountQuestions = () => {
  const { t } = useTranslation('accounts')
  const confirm = useConfirm()
  const askDeletion = useDeletion()
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
          buildQuery('getAccount', { query: { accountId: account.accountId } }),
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
          <p className="break-anywhere mb-8">
            {t('disableEffect', {
              count: account.memberNum,
              shown: formatCount(account.memberNum),
            })}
          </p>
          {below > 0 && (
            <p className="break-anywhere mb-8">
              {t('disableBelow', { count: below, shown: formatCount(below) })}
            </p>
          )}
          <p className="break-anywhere mb-8">{t('disableKeeps')}</p>
        </>
      ),
      run: async () => {
        await enable.mutateAsync({ account, opr: 'disable' })
        showUndoable(t('disabledNote', { name: account.accountName }), () =>
          enable.mutate({ account, opr: 'enable' }),
        )
      },
    })
  }

  const askDelete = (account: AccountRow, close: () => void): void =>
    askDeletion({
      title: t('askDelete', { name: account.accountName }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      typeName: account.accountName,
      run: () => remove.mutateAsync({ accountId: account.accountId }),
      refused: {
        title: t('deleteRefused', { name: account.accountName }),
        hint: t('deleteRefusedHint'),
      },
      close,
      done: t('deleted', { name: account.accountName }),
    })

  return { askEnable, askDisable: (account: AccountRow) => void askDisable(account), askDelete }
}
