import { StopOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../src/lib/api.ts'
import { BackLink } from '../../src/ui/back-link.tsx'
import { BulkActions } from '../../src/ui/bulk-actions.tsx'
import { useStateChips } from '../../src/ui/count-chips.tsx'
import { CreateButton } from '../../src/ui/create-button.tsx'
import { DeleteButton } from '../../src/ui/delete-button.tsx'
import { DroneSearch } from '../../src/ui/drone-search.tsx'
import { HoldButton } from '../../src/ui/hold-button.tsx'
import { LogsLink } from '../../src/ui/logs-link.tsx'
import { MapLink } from '../../src/ui/map-link.tsx'
import { PageTabs } from '../../src/ui/page-tabs.tsx'
import { Pages } from '../../src/ui/pages.tsx'
import { FailedRows, RowsDoneBar } from '../../src/ui/row-by-row.tsx'
import { drones } from '../data.ts'
import { States, type Example } from '../example.tsx'

const nothing = (): void => undefined

const Bulk = () => {
  const { t } = useTranslation('ui')
  return (
    <div className="flex gap-8">
      <BulkActions
        rows={drones}
        toName={({ droneName }) => droneName}
        toKey={({ droneId }) => droneId}
        actions={[
          {
            verb: t('terms:edit'),
            ask: (count) => t('chosen', { count }),
            effect: () => null,
            applies: () => true,
            run: () => Promise.resolve(),
          },
          {
            verb: t('terms:delete'),
            ask: (count) => t('chosen', { count }),
            effect: () => null,
            danger: true,
            applies: () => false,
            run: () => Promise.resolve(),
          },
        ]}
        after={() => Promise.resolve()}
        clear={nothing}
      />
    </div>
  )
}

const Chips = () => {
  const { t } = useTranslation('ui')
  return useStateChips({
    states: ['all', 'waiting', 'passed', 'rejected'],
    labels: {
      all: 'terms:accountApplications',
      waiting: 'ui:reviewWaiting',
      passed: 'ui:reviewPassed',
      rejected: 'ui:reviewRejected',
    },
    counts: { waiting: 3, passed: 1_204, rejected: 17 },
    others: [{ name: 'enabled', value: 'false', label: t('terms:disabled'), count: 2 }],
  }).chips
}

const Create = () => {
  const { t } = useTranslation('ui')
  return <CreateButton label={t('terms:createAnAccount')} onClick={nothing} />
}

const Search = () => {
  const [text, setText] = useState('')
  return <DroneSearch text={text} onText={setText} />
}

const Hold = () => {
  const { t } = useTranslation('ui')
  const button = { icon: <StopOutlined />, onHeld: nothing, onShort: nothing, onAsk: nothing }
  return (
    <States>
      <HoldButton {...button} label={t('terms:landing')} why={null} isInLine />
      <HoldButton {...button} label={t('terms:landing')} why={null} danger isInLine />
      <HoldButton {...button} label={t('terms:landing')} why={t('flightOffline')} isInLine />
      <HoldButton {...button} label={t('terms:landing')} why={null} danger />
    </States>
  )
}

const Back = () => {
  const { t } = useTranslation('ui')
  return <BackLink to="/members">{t('terms:members')}</BackLink>
}

const Links = () => (
  <States>
    <LogsLink />
    <LogsLink droneId={drones[0]!.droneId} iconOnly />
  </States>
)

const MapLinks = () => (
  <States>
    <MapLink droneId={drones[0]!.droneId} withWord />
    <MapLink droneId={drones[0]!.droneId} />
  </States>
)

const Tabs = () => {
  const { t } = useTranslation('ui')
  return (
    <PageTabs
      name={t('terms:members')}
      tabs={[
        { path: '/members', label: t('terms:members') },
        { path: '/members/requests', label: t('terms:joinRequests'), count: 3 },
        { path: '/members/teams', label: t('terms:team') },
      ]}
    />
  )
}

const Progress = () => {
  const { t } = useTranslation('ui')
  const error = new CallError({ code: 'x', message: t('notPermittedReason'), traceId: null }, 403)
  const failed = drones.slice(2).map((row) => ({ row, error }))
  return (
    <div className="grid gap-16">
      <RowsDoneBar label={t('terms:edit')} all={8} done={{ count: 3, failed: [] }} />
      <RowsDoneBar label={t('terms:edit')} all={8} done={{ count: 8, failed }} />
      <FailedRows failed={failed} toName={({ droneName }) => droneName} />
    </div>
  )
}

export const actionExamples: readonly Example[] = [
  { name: 'back-link', folder: 'ui', Show: Back },
  { name: 'bulk-actions', folder: 'ui', Show: Bulk },
  { name: 'count-chips', folder: 'ui', Show: Chips },
  { name: 'create-button', folder: 'ui', Show: Create },
  { name: 'delete-button', folder: 'ui', Show: () => <DeleteButton onClick={nothing} /> },
  { name: 'drone-search', folder: 'ui', Show: Search },
  { name: 'hold-button', folder: 'ui', Show: Hold },
  { name: 'logs-link', folder: 'ui', Show: Links },
  { name: 'map-link', folder: 'ui', Show: MapLinks },
  { name: 'page-tabs', folder: 'ui', Show: Tabs, path: '/members' },
  {
    name: 'pages',
    folder: 'ui',
    Show: () => <Pages total={64} pageSize={10} current={2} showSizeChanger={false} />,
  },
  { name: 'row-by-row', folder: 'ui', Show: Progress },
]
