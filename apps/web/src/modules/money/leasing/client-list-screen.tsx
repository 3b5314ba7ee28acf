import { clientStates, clientsAtOnce, rentalClientList } from '@swath/contract/money/rental-clients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { dash, formatArea, formatCount } from '../../../lib/format.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ClientState, ClientView } from './client-detail.tsx'
import { CreateClient } from './client-forms.tsx'
import { ClientBalances } from './client-money.tsx'
import { ownCurrency } from './own-currency.ts'
import { priceCells } from './price-fields.tsx'

const states = ['all', ...clientStates] as const
const { labels } = rentalClientList.columns.status

/** The clients that the account lends drones to. */
export const ClientListScreen = () => {
  const { t } = useTranslation('leasing')
  const { answer, onLoaded } = useLoadedRows<typeof rentalClientList>()
  const { chips, narrowed } = useStateChips({
    name: 'status',
    states,
    labels,
    counts: answer?.stats.states,
  })
  const [isCreating, setCreating] = useState(false)
  const open = useOpenDetail()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const create = answer?.can.create && (
    <CreateButton label={t('createClient')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={rentalClientList}
        title={t('app:clientList')}
        head={chips}
        // Those who owe most come first.
        as={{ narrowed, sort: 'balances', pageSize: clientsAtOnce }}
        shown={[
          'clientName',
          'status',
          'muUnitPrice',
          'durationPrice',
          'balances',
          'leaseNum',
          'contractState',
          'coveredArea',
        ]}
        cellRenderers={{
          ...priceCells,
          balances: {
            render: ({ balances }) =>
              balances.length === 0 ? dash : <ClientBalances balances={balances} />,
            number: true,
          },
          status: { render: ({ status }) => <ClientState status={status} /> },
        }}
        filters={['clientName', 'contactName', 'contactPhone', 'tenantAccountName', 'currency']}
        stats={({ stats }) => [
          {
            label: t('terms:coveredArea'),
            value: formatArea(stats.workArea, unit, 1),
            unit: areaWord,
          },
          { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
        ]}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.clientName ?? t('client'),
            render: (clientId) => <ClientView key={clientId} clientId={clientId} />,
          },
        }}
        empty={{ title: t('clientsNone'), reason: t('clientsNoneReason'), action: create }}
      />
      {isCreating && (
        <CreateClient
          currency={ownCurrency()}
          onClose={() => setCreating(false)}
          onCreated={open}
        />
      )}
    </>
  )
}
