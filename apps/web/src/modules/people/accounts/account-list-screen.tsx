import { accountList } from '@swath/contract/people/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOwnFilters } from './account-cells.tsx'
import { CreateAccount } from './create-account.tsx'
import { useAccountRows } from './use-account-rows.tsx'

/** The accounts that the signed-in person can see; a row opens the account next to the list. */
export const AccountListScreen = () => {
  const { t } = useTranslation('accounts')
  const isPlatform = useUser().accountType === 'platform'
  const { cellRenderers, rows, editor, can } = useAccountRows({ areChosen: isPlatform })
  const filters = useOwnFilters()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = can?.create ?? false
  const create = mayCreate && (
    <CreateButton label={t('terms:createAnAccount')} onClick={() => setCreating(true)} />
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
        ]}
        cellRenderers={cellRenderers}
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
        stats={({ stats: { zfNum, zzqyNum, yyqyNum }, total }) => {
          // sub-platforms and farmers
          const others = total - zfNum - zzqyNum - yyqyNum
          return [
            { label: t('all'), value: formatCount(total) },
            { label: t('governments'), value: formatCount(zfNum) },
            { label: t('terms:manufacturers'), value: formatCount(zzqyNum) },
            { label: t('operators'), value: formatCount(yyqyNum) },
            ...(others > 0 ? [{ label: t('terms:other'), value: formatCount(others) }] : []),
          ]
        }}
        actions={create}
        rows={rows}
        empty={{
          title: t('none'),
          reason: mayCreate ? t('noneReason') : t('noneReasonReader'),
          ...(mayCreate ? { action: create } : {}),
        }}
      />
      {mayCreate && <CreateAccount open={isCreating} onClose={() => setCreating(false)} />}
      {editor}
    </>
  )
}
