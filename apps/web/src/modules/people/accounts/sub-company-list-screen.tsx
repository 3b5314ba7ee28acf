import { toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { accountList } from '@swath/contract/people/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOwnFilters } from './account-cells.tsx'
import { CreateSubCompany } from './create-sub-company.tsx'
import { CreateSubPlatform } from './create-sub-platform.tsx'
import { useAccountRows } from './use-account-rows.tsx'

/**
 * The subordinate accounts of the same kind: sub-platforms of a platform, companies of a company.
 */
export const SubCompanyListScreen = () => {
  const { t } = useTranslation('accounts')
  const { accountType } = useUser()
  const isPlatform = accountType === 'platform'
  const isOperator = accountType === 'operator'
  const { cellRenderers, rows, editor, answer } = useAccountRows({ areChosen: true })
  const filters = useOwnFilters()
  const [isCreating, setCreating] = useState(false)
  const mayCreate =
    (isPlatform ? answer?.can.createSubPlatform : answer?.can.createSubCompany) ?? false
  const create = mayCreate && (
    <CreateButton
      label={isPlatform ? t('createSubPlatform') : t('createSubCompany')}
      onClick={() => setCreating(true)}
    />
  )
  return (
    <>
      <ListScreen
        list={accountList}
        as={{
          name: 'sub-companies',
          sort: 'accountName',
          narrowed: { accountType: String(toAccountTypeCode(accountType)), isAll: '1' },
        }}
        title={isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies')}
        shown={[
          'accountName',
          ...(isPlatform ? (['tag'] as const) : []),
          ...(isOperator ? (['operatorType'] as const) : []),
          'enabled',
          'region',
          'contactName',
          'userPhone',
          'droneNum',
          'memberNum',
        ]}
        cellRenderers={{
          ...cellRenderers,
          accountName: { ...cellRenderers.accountName, width: 280 },
        }}
        filters={[
          filters.search,
          'enabled',
          'region',
          'contactName',
          'userPhone',
          ...(isOperator ? [{ name: 'teamType', column: 'operatorType' } as const] : []),
        ]}
        stats={({ total }) => [
          {
            label: isPlatform ? t('terms:subPlatforms') : t('terms:subCompanies'),
            value: formatCount(total),
          },
        ]}
        actions={create}
        rows={{ ...rows, parentKey: 'parentId' }}
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
      {editor}
    </>
  )
}
