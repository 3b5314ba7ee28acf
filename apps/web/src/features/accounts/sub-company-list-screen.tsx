import { toAccountTypeCode } from '@swath/contract/account-type-codes'
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
  const looks = accountLooks(questions)
  const filters = useOwnFilters()
  const [isCreating, setCreating] = useState(false)
  const [editedId, setEdited] = useState<string | null>(null)
  const isPlatform = user.accountType === 'platform'
  const { mayCreate, onRows } = useMayCreate((can) =>
    isPlatform ? can.createSubPlatform : can.createSubCompany,
  )
  const manages = user.can.manageAccounts
  const create = mayCreate && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {isPlatform ? t('createSubPlatform') : t('createSubCompany')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={accountList}
        as={{
          name: 'sub-companies',
          sort: 'accountName',
          pageSize: 100,
          narrowed: { accountType: String(toAccountTypeCode(user.accountType)), isAll: '1' },
        }}
        title={isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies')}
        shown={[
          'accountName',
          ...(isPlatform ? (['tag'] as const) : []),
          ...(user.accountType === 'operator' ? (['operatorType'] as const) : []),
          'enabled',
          'region',
          'contactName',
          'userPhone',
          'droneNum',
          'memberNum',
          'parentName',
          'createdAt',
        ]}
        looks={{ ...looks, accountName: { ...looks.accountName, width: 280 } }}
        filters={[
          filters.search,
          'enabled',
          'region',
          'contactName',
          'userPhone',
          ...(user.accountType === 'operator'
            ? [{ name: 'teamType', column: 'operatorType' } as const]
            : []),
        ]}
        stats={({ total }) => [
          {
            label: isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies'),
            value: formatCount(total),
          },
        ]}
        actions={create}
        rows={{
          onCame: onRows,
          parentKey: 'parentId',
          bulk: manages
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
