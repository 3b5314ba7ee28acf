import { rechargeList, rechargeStates } from '@swath/contract/lease-recharges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CountChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { useCame } from '../../../ui/use-came.ts'
import { BillTabs, useOtherSide, useSideFilter } from './bill-tabs.tsx'
import { RechargeStateTag, RechargeView } from './recharge-detail.tsx'
import { AskRecharge } from './recharge-forms.tsx'

/** What clients pay ahead. */
export const RechargeListScreen = () => {
  const { t } = useTranslation('lease-billing')
  const [isAsking, setAsking] = useState(false)
  const { answer, onCame } = useCame<typeof rechargeList>()
  const side = useSideFilter()
  const otherSide = useOtherSide()
  const open = useOpenDetail()
  const stats = answer?.stats
  const [params] = useSearchParams()
  const asked = rechargeStates.find((state) => state === params.get('state'))
  const all = stats && stats.asked + stats.paid + stats.refused + stats.withdrawn
  return (
    <>
      <ListScreen
        list={rechargeList}
        title={t('recharges')}
        head={
          <>
            <BillTabs />
            <CountChips
              name="state"
              label={t('terms:state')}
              chips={[
                { value: 'all', label: t('rechargeAll'), count: all },
                ...rechargeStates.map((value) => ({
                  value,
                  label: t(rechargeList.columns.state.words[value]),
                  count: stats?.[value],
                })),
              ]}
            />
          </>
        }
        as={asked ? { narrowed: { state: asked } } : {}}
        shown={['rechargeNo', otherSide, 'amount', 'state', 'askedAt', 'decidedAt', 'refunded']}
        looks={{ state: { render: ({ state }) => <RechargeStateTag state={state} /> } }}
        filters={[
          ...side,
          'rechargeNo',
          'clientName',
          { from: 'startTime', to: 'endTime', label: t('askedAt') },
        ]}
        actions={<CreateButton label={t('askRecharge')} onClick={() => setAsking(true)} />}
        rows={{
          onCame,
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
