import { leaseList, leaseStates } from '@swath/contract/money/leases'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { dash, formatArea, formatCount, formatHours } from '../../../lib/format.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import type { AnswerOf } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { LeaseState, LeaseView } from './lease-detail.tsx'
import { CreateLease } from './lease-forms.tsx'
import { priceCells } from './price-fields.tsx'

const states = ['all', ...leaseStates] as const
const { labels } = leaseList.columns.state
const countStates = (answer: AnswerOf<typeof leaseList> | undefined) => {
  if (!answer) return undefined
  const { open, returned, cancelled } = answer.stats
  return { open, returned, cancelled }
}

/** Current and past leases of drones. */
export const LeaseListScreen = () => {
  const { t } = useTranslation('leasing')
  const { answer, onLoaded } = useLoadedRows<typeof leaseList>()
  const { chips, narrowed } = useStateChips({ states, labels, counts: countStates(answer) })
  const [isCreating, setCreating] = useState(false)
  const open = useOpenDetail()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const create = answer?.can.create && (
    <CreateButton label={t('createLease')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={leaseList}
        title={t('app:leaseList')}
        head={chips}
        as={{ narrowed }}
        shown={[
          'droneName',
          'clientName',
          'state',
          'rentalModel',
          'chargeBy',
          'coveredArea',
          'sortieCount',
          'startsAt',
          'endedAt',
        ]}
        cellRenderers={{
          ...priceCells,
          clientName: {
            render: ({ clientName, usedByName, rentalModel }) =>
              rentalModel === 5 ? (usedByName ?? t('sharedFree')) : (clientName ?? dash),
          },
          state: { render: ({ state }) => <LeaseState state={state} /> },
        }}
        filters={[
          'droneName',
          'droneId',
          { name: 'clientName', column: 'clientName' },
          'rentalModel',
        ]}
        stats={({ stats }) => [
          {
            label: t('terms:coveredArea'),
            value: formatArea(stats.coveredArea, unit, 1),
            unit: areaWord,
          },
          { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
          { label: t('terms:flightTime'), ...formatHours(stats.flightTime) },
        ]}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.droneName ?? t('lease'),
            render: (leaseId) => <LeaseView key={leaseId} leaseId={leaseId} />,
          },
        }}
        empty={{ title: t('leasesNone'), reason: t('leasesNoneReason'), action: create }}
      />
      {isCreating && <CreateLease onClose={() => setCreating(false)} onCreated={open} />}
    </>
  )
}
