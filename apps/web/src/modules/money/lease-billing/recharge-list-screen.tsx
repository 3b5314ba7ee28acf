import { rechargeList, rechargeStates } from '@swath/contract/money/lease-recharges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { BillTabs, useOtherSide, useSideFilter } from './bill-tabs.tsx'
import { RechargeStateTag, RechargeView } from './recharge-detail.tsx'
import { AskRecharge } from './recharge-forms.tsx'

const states = ['all', ...rechargeStates] as const
const labels = { ...rechargeList.columns.state.labels, all: 'lease-billing:rechargeAll' }

/** Prepayments of clients. */
export const RechargeListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const [isAsking, setAsking] = useState(false)
  const { answer, onLoaded } = useLoadedRows<typeof rechargeList>()
  const side = useSideFilter()
  const otherSide = useOtherSide()
  const open = useOpenDetail()
  const { asked, chips } = useStateChips({ states, labels, counts: answer?.stats })
  return (
    <>
      <ListScreen
        list={rechargeList}
        title={t('recharges')}
        head={
          <>
            <BillTabs />
            {chips}
          </>
        }
        as={asked === 'all' ? {} : { narrowed: { state: asked } }}
        shown={['rechargeNo', otherSide, 'amount', 'state', 'askedAt', 'decidedAt', 'refunded']}
        cellRenderers={{ state: { render: ({ state }) => <RechargeStateTag state={state} /> } }}
        filters={[
          ...side,
          'rechargeNo',
          'clientName',
          { from: 'startTime', to: 'endTime', label: t('askedAt') },
        ]}
        actions={<CreateButton label={t('askRecharge')} onClick={() => setAsking(true)} />}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.rechargeNo ?? t('kindRecharge'),
            render: (rechargeId, row) => (
              <RechargeView key={rechargeId} rechargeId={rechargeId} row={row} />
            ),
          },
        }}
        empty={{ title: t('rechargesNone'), reason: t('rechargesNoneReason') }}
      />
      {isAsking && <AskRecharge onClose={() => setAsking(false)} onAsked={open} />}
    </>
  )
}
