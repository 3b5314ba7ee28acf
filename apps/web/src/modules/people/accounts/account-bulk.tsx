import type { AccountRow } from '@swath/contract/people/accounts'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { afterAccountChange } from './accounts.mutations.ts'

type Props = { accounts: readonly AccountRow[]; clear: () => void }
export const AccountBulk = ({ accounts, clear }: Props) => {
  const { t } = useTranslation('accounts')
  const people = (rows: readonly AccountRow[]): number =>
    rows.reduce((sum, { memberNum }) => sum + memberNum, 0)
  return (
    <BulkActions
      rows={accounts}
      clear={clear}
      toKey={({ accountId }) => accountId}
      toName={({ accountName }) => accountName}
      after={afterAccountChange}
      actions={[
        {
          verb: t('enable'),
          ask: (count) => t('askEnableMany', { count }),
          effect: () => <p>{t('enableEffect')}</p>,
          applies: (row) => row.can.enable && !row.enabled,
          run: ({ accountId }) => call('enableAccount', { body: { accountId, opr: 'enable' } }),
        },
        {
          verb: t('disable'),
          danger: true,
          ask: (count) => t('askDisableMany', { count }),
          applies: (row) => row.can.enable && row.enabled,
          effect: (rows) => (
            <>
              <p>{t('disableEffect', { count: people(rows), shown: formatCount(people(rows)) })}</p>
              <p>{t('disableBelowAny')}</p>
            </>
          ),
          run: ({ accountId }) => call('enableAccount', { body: { accountId, opr: 'disable' } }),
        },
      ]}
    />
  )
}
