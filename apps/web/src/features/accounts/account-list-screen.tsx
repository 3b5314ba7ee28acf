import { PlusOutlined } from '@ant-design/icons'
import type { AccountRow } from '@swath/contract/accounts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { AccountBulk } from './account-bulk.tsx'
import { useAccountColumns, useAccountFilters } from './account-columns.tsx'
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
  const columns = useAccountColumns(questions)
  const filters = useAccountFilters()
  const [isCreating, setCreating] = useState(false)
  const [editedId, setEdited] = useState<string | null>(null)
  const { mayCreate, onRows } = useMayCreate((can) => can.create)
  const manages = user.rights.includes('account.manage')
  const create = mayCreate && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('terms:createAnAccount')}
    </Button>
  )
  return (
    <>
      <OldListScreen
        name="accounts"
        title={t('terms:accounts')}
        operation="listAccounts"
        rowKey="accountId"
        sortName="order"
        defaultSort="-createdAt"
        columns={[
          columns.accountName,
          columns.type,
          columns.checkStatus,
          columns.enabled,
          columns.region,
          columns.contactName,
          { ...columns.userPhone, hidden: true },
          columns.droneNum,
          columns.memberNum,
          { ...columns.parentName, hidden: true },
          { ...columns.operatorType, hidden: true },
          columns.contactPhone,
          columns.catalogLevel,
          { ...columns.tag, hidden: true },
          columns.createdAt,
        ]}
        filters={[
          filters.search,
          filters.accountType,
          filters.checkStatus,
          filters.enabled,
          filters.region,
          filters.isAll,
          filters.accountName,
          filters.contactName,
          filters.userPhone,
          filters.teamType,
        ]}
        stats={({ stats, total }) => [
          { label: t('all'), value: formatCount(total) },
          { label: t('governments'), value: formatCount(stats.zfNum) },
          { label: t('terms:manufacturers'), value: formatCount(stats.zzqyNum) },
          { label: t('operators'), value: formatCount(stats.yyqyNum) },
        ]}
        exports={tableExports('exportAccounts', t('exportName'))}
        actions={create}
        onRows={onRows}
        {...(manages && user.accountType === 1
          ? {
              bulk: (rows: readonly AccountRow[], clear: () => void) => (
                <AccountBulk accounts={rows} clear={clear} />
              ),
            }
          : {})}
        detail={{
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
