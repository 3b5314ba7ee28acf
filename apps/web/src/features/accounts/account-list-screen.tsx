import { PlusOutlined } from '@ant-design/icons'
import { accountList, type AccountRow } from '@swath/contract/accounts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { ListScreen } from '../../ui/list-screen.tsx'
import { AccountBulk } from './account-bulk.tsx'
import { accountLooks, useOwnFilters } from './account-looks.tsx'
import { AccountDetailView } from './account-detail.tsx'
import { CreateAccount } from './create-account.tsx'
import { EditAccount } from './edit-account.tsx'
import { useMayCreate } from './use-may-create.ts'
import { useAccountQuestions } from './use-account-questions.tsx'

/** Accounts that exist for whoever is signed in; a row opens the account beside the list. */
export const AccountListScreen = () => {
  const { t } = useTranslation('accounts')
  const user = useUser()
  const questions = useAccountQuestions()
  const filters = useOwnFilters()
  const [isCreating, setCreating] = useState(false)
  const [editedId, setEdited] = useState<string | null>(null)
  const { mayCreate, onRows } = useMayCreate((can) => can.create)
  const manages = user.can.manageAccounts
  const create = mayCreate && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('terms:createAnAccount')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={accountList}
        title={t('terms:accounts')}
        shown={[
          'accountName',
          'accountType',
          'checkStatus',
          'enabled',
          'region',
          'contactName',
          'droneNum',
          'memberNum',
          'createdAt',
        ]}
        looks={accountLooks(questions)}
        filters={[
          filters.search,
          'accountType',
          'checkStatus',
          'enabled',
          'region',
          filters.isAll,
          'accountName',
          'contactName',
          'userPhone',
          { name: 'teamType', column: 'operatorType' },
        ]}
        stats={({ stats, total }) => [
          { label: t('all'), value: formatCount(total) },
          { label: t('governments'), value: formatCount(stats.zfNum) },
          { label: t('terms:manufacturers'), value: formatCount(stats.zzqyNum) },
          { label: t('operators'), value: formatCount(stats.yyqyNum) },
        ]}
        actions={create}
        rows={{
          onCame: onRows,
          bulk:
            manages && user.accountType === 'platform'
              ? (rows: readonly AccountRow[], clear: () => void) => (
                  <AccountBulk accounts={rows} clear={clear} />
                )
              : undefined,
          detail: {
            title: (_id, row) => row?.accountName ?? t('account'),
            render: (accountId, row, close) => (
              <AccountDetailView
                key={accountId}
                accountId={accountId}
                row={row}
                questions={questions}
                onEdit={() => setEdited(accountId)}
                onClose={close}
              />
            ),
          },
        }}
        empty={{
          title: t('none'),
          reason: mayCreate ? t('noneReason') : t('noneReasonReader'),
          ...(mayCreate ? { action: create } : {}),
        }}
      />
      {mayCreate && <CreateAccount open={isCreating} onClose={() => setCreating(false)} />}
      {manages && <EditAccount accountId={editedId} onClose={() => setEdited(null)} />}
    </>
  )
}
