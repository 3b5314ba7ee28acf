import { accountList } from '@swath/contract/people/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import type { AnswerOf } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOwnFilters } from './account-cells.tsx'
import { CreateAccount } from './create-account.tsx'
import { useAccountRows } from './use-account-rows.tsx'

const types = ['all', '2', '3', '4', '5', '1'] as const
const typeLabels = {
  1: 'terms:subPlatforms',
  2: 'accounts:governments',
  3: 'terms:manufacturers',
  4: 'accounts:operators',
  5: 'accounts:farmers',
}
const toCounts = (stats: AnswerOf<typeof accountList>['stats']) => ({
  1: stats.platformNum,
  2: stats.zfNum,
  3: stats.zzqyNum,
  4: stats.yyqyNum,
  5: stats.farmerNum,
})

/** The accounts that the signed-in person can see; a row opens the account next to the list. */
export const AccountListScreen = () => {
  const { t } = useTranslation('accounts')
  const isPlatform = useUser().accountType === 'platform'
  const { cellRenderers, rows, editor, answer } = useAccountRows({ areChosen: isPlatform })
  const { chips, narrowed } = useStateChips({
    name: 'accountType',
    states: types.filter((type) => isPlatform || type !== '1'),
    labels: typeLabels,
    counts: answer && toCounts(answer.stats),
    others: [
      {
        name: 'checkStatus',
        value: '1',
        label: t('ui:reviewWaiting'),
        count: answer?.stats.pendingNum,
      },
    ],
  })
  const filters = useOwnFilters()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = answer?.can.create ?? false
  const create = mayCreate && (
    <CreateButton label={t('terms:createAnAccount')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={accountList}
        title={t('terms:accounts')}
        head={chips}
        as={{ narrowed }}
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
          'checkStatus',
          'enabled',
          'region',
          filters.isAll,
          'accountName',
          'contactName',
          'userPhone',
          { name: 'teamType', column: 'operatorType' },
        ]}
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
