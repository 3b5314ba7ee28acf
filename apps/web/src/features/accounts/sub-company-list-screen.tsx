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
import { CreateSubCompany } from './create-sub-company.tsx'
import { CreateSubPlatform } from './create-sub-platform.tsx'
import { EditAccount } from './edit-account.tsx'
import { useMayCreate } from './use-may-create.ts'
import { useAccountQuestions } from './use-account-questions.tsx'

/**
 * What stands below the own account and is of its kind: sub-platforms of a platform, companies of a
 * company.
 */
export const SubCompanyListScreen = () => {
  const { t } = useTranslation('accounts')
  const user = useUser()
  const questions = useAccountQuestions()
  const columns = useAccountColumns(questions)
  const filters = useAccountFilters()
  const [isCreating, setCreating] = useState(false)
  const [editedId, setEdited] = useState<string | null>(null)
  const isPlatform = user.accountType === 1
  const { mayCreate, onRows } = useMayCreate((can) =>
    isPlatform ? can.createSubPlatform : can.createSubCompany,
  )
  const manages = user.rights.includes('account.manage')
  const create = mayCreate && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {isPlatform ? t('createSubPlatform') : t('createSubCompany')}
    </Button>
  )
  return (
    <>
      <OldListScreen
        name="sub-companies"
        title={isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies')}
        operation="listAccounts"
        rowKey="accountId"
        parentKey="parentId"
        sortName="order"
        defaultSort="accountName"
        defaultPageSize={100}
        fixedQuery={{ accountType: String(user.accountType), isAll: '1' }}
        columns={[
          { ...columns.accountName, width: 280 },
          ...(isPlatform ? [columns.tag] : []),
          ...(user.accountType === 4 ? [columns.operatorType] : []),
          columns.enabled,
          columns.region,
          columns.contactName,
          columns.userPhone,
          columns.droneNum,
          columns.memberNum,
          columns.parentName,
          columns.contactPhone,
          columns.catalogLevel,
          columns.createdAt,
        ]}
        filters={[
          filters.search,
          filters.enabled,
          filters.region,
          filters.contactName,
          filters.userPhone,
          ...(user.accountType === 4 ? [filters.teamType] : []),
        ]}
        stats={({ total }) => [
          {
            label: isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies'),
            value: formatCount(total),
          },
        ]}
        exports={tableExports('exportAccounts', t('exportName'))}
        actions={create}
        onRows={onRows}
        {...(manages
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
          title: isPlatform ? t('noSubPlatforms') : t('noSubCompanies'),
          reason: isPlatform ? t('noSubPlatformsReason') : t('noSubCompaniesReason'),
          ...(mayCreate ? { action: create } : {}),
        }}
      />
      {mayCreate &&
        (isPlatform ? (
          <CreateSubPlatform open={isCreating} onClose={() => setCreating(false)} />
        ) : (
          <CreateSubCompany open={isCreating} onClose={() => setCreating(false)} />
        ))}
      {manages && <EditAccount accountId={editedId} onClose={() => setEdited(null)} />}
    </>
  )
}
