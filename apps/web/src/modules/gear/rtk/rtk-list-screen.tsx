import { rtkList, type RtkDevice } from '@swath/contract/gear/rtk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
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
const states = ['all', 'ended', 'ending', 'good', 'unbound', 'blocked'] as const
const { labels } = rtkList.columns.state
const groups = { due: ['ended', 'ending'] } as const

/** RTK receivers: the end of the service, and the accuracy. */
export const RtkListScreen = () => {
  const { t } = useTranslation('rtk')
  const { answer, onLoaded } = useLoadedRows<typeof rtkList>()
  const { chips, narrowed } = useStateChips({ states, labels, groups, counts: answer?.stats })
  const [isAdding, setAdding] = useState(false)
  const add = answer?.can.create && (
    <CreateButton label={t('add')} onClick={() => setAdding(true)} />
  )
  return (
    <>
      <ListScreen
        list={rtkList}
        title={t('terms:rtkDevices')}
        head={
          <>
            <RtkTabs />
            {chips}
          </>
        }
        as={{ narrowed }}
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
        ]}
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
