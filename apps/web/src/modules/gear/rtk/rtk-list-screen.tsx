import { rtkList, rtkStates, type RtkDevice } from '@swath/contract/gear/rtk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { formatEnd, RtkDetail, RtkState } from './rtk-detail.tsx'
import { AddDevice } from './rtk-forms.tsx'
import { RtkTabs } from './rtk-tabs.tsx'

const cellRenderers = {
  state: { render: ({ state }: RtkDevice) => <RtkState state={state} /> },
  validUntil: {
    render: ({ validUntil }: RtkDevice) => <span className="figure">{formatEnd(validUntil)}</span>,
  },
}

/** States that need attention first. */
const shownStates = ['ended', 'ending', 'good', 'unbound', 'blocked'] as const

/** RTK receivers: the end of the service, and the accuracy. */
export const RtkListScreen = () => {
  const { t } = useTranslation('rtk')
  const { answer, onLoaded } = useLoadedRows<typeof rtkList>()
  const [isAdding, setAdding] = useState(false)
  const add = answer?.can.create && (
    <CreateButton label={t('add')} onClick={() => setAdding(true)} />
  )
  return (
    <>
      <ListScreen
        list={rtkList}
        title={t('terms:rtkDevices')}
        head={<RtkTabs />}
        shown={[
          'devId',
          'pn',
          'type',
          'state',
          'validUntil',
          'droneName',
          'qxdsk',
          'fixRate',
          'satellites',
        ]}
        cellRenderers={{ ...cellRenderers, fixRate: { named: t('phoneFixRate') } }}
        filters={[
          'pn',
          'type',
          { name: 'devId', label: t('keyOrNumber') },
          'droneId',
          'droneName',
          'accountName',
          {
            name: 'state',
            label: t('terms:state'),
            options: [
              { value: 'due', label: t('due') },
              ...rtkStates.map((state) => ({
                value: state,
                label: t(rtkList.columns.state.labels[state]),
              })),
            ],
          },
        ]}
        stats={({ stats }) =>
          shownStates.map((state) => ({
            label: t(rtkList.columns.state.labels[state]),
            value: formatCount(stats[state]),
          }))
        }
        actions={add}
        rows={{
          onLoaded,
          detail: {
            title: (devId) => devId,
            render: (_devId, row) => row && <RtkDetail device={row} />,
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: add }}
      />
      {isAdding && <AddDevice onClose={() => setAdding(false)} />}
    </>
  )
}
