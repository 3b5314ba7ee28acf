import { bulletinList, type Bulletin } from '@swath/contract/alarms/bulletin-rows'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { languageNames } from '../../../lib/language.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { AlarmDesk } from '../anomalies/alarm-desk.tsx'
import { AlarmTabs } from '../anomalies/alarm-tabs.tsx'
import { alarmsPath } from '../anomalies/alarm-paths.ts'
import { createPath } from './bulletin.labels.ts'
import { BulletinStateTag } from './bulletin-state.tsx'
import { BulletinTitle, BulletinView } from './bulletin-view.tsx'
import { useMarkBulletinsRead } from './bulletins.mutations.ts'

const MarkAll = () => {
  const { t } = useTranslation('bulletins')
  const unread = useQuery(buildQuery('countUnreadBulletins')).data
  const markRead = useMarkBulletinsRead()
  if (!unread?.bulletinCount) return null
  return (
    <Button loading={markRead.isPending} onClick={() => markRead.mutate(null)}>
      {t('markAllRead')}
    </Button>
  )
}

const ReadNum = ({ bulletin: { readNum, accountNum } }: { bulletin: Bulletin }) => {
  const { t } = useTranslation('bulletins')
  return accountNum === null ? null : (
    <span className="figure">
      {t('readShare', { read: formatCount(readNum), accounts: formatCount(accountNum) })}
    </span>
  )
}

const states = ['all', 'draft', 'scheduled', 'published', 'recalled'] as const

/** Senders see the number of announcements in each state. */
const useStates = () => {
  const { answer, onLoaded } = useLoadedRows<typeof bulletinList>()
  const chips = useStateChips({
    states,
    labels: bulletinList.columns.state.labels,
    counts: answer?.counts ?? undefined,
  })
  return { ...chips, onLoaded }
}

const Announcements = () => {
  const { t } = useTranslation('bulletins')
  const navigate = useNavigate()
  const { chips, narrowed, onLoaded } = useStates()
  const readOptions = [
    { value: 'false', label: t('unread') },
    { value: 'true', label: t('isRead') },
  ]
  const isSender = useOwnScreens().findPath('bulletin-create') !== undefined
  const create = isSender && (
    <CreateButton label={t('create')} onClick={() => void navigate(createPath)} />
  )
  return (
    <ListScreen
      list={bulletinList}
      title={t('announcements')}
      head={
        <>
          <AlarmTabs />
          {isSender && chips}
        </>
      }
      as={isSender ? { narrowed } : {}}
      shown={[
        'title',
        'accountName',
        ...(isSender ? (['state', 'readNum'] as const) : []),
        'publishTime',
      ]}
      cellRenderers={{
        title: { render: (bulletin) => <BulletinTitle bulletin={bulletin} /> },
        state: { render: ({ state }) => <BulletinStateTag state={state} /> },
        readNum: { render: (bulletin) => <ReadNum bulletin={bulletin} />, number: true },
        languages: {
          render: ({ languages }) => languages.map((one) => languageNames[one]).join(' · '),
        },
      }}
      filters={[
        { name: 'title', label: t('titleHead') },
        ...(isSender
          ? [
              {
                name: 'box' as const,
                label: t('box'),
                options: [
                  { value: 'received', label: t('boxReceived') },
                  { value: 'sent', label: t('boxSent') },
                ],
              },
            ]
          : []),
        { name: 'read', label: t('readState'), options: readOptions },
        { name: 'accountName', label: t('author') },
        { from: 'startTime', to: 'endTime', label: t('publishTime') },
      ]}
      actions={
        <>
          <MarkAll />
          {create}
        </>
      }
      rows={{
        onLoaded,
        detail: {
          // The text below shows the title in its own language.
          title: () => t('announcement'),
          render: (id, _row, close) => <BulletinView key={id} bulletinId={id} onLeave={close} />,
          width: 720,
        },
      }}
      empty={{
        title: t('none'),
        reason: isSender ? t('noneReasonSender') : t('noneReason'),
        ...(create ? { action: create } : {}),
      }}
    />
  )
}

/** Important events of drones. */
export const AlarmListScreen = () => <AlarmDesk head={<AlarmTabs />} />

/** Announcements; links to alarms at this address lead to their own page. */
export const BulletinListScreen = () => {
  const [params] = useSearchParams()
  return params.get('type') === 'anomaly' ? (
    <Navigate to={{ pathname: alarmsPath, search: params.toString() }} replace />
  ) : (
    <Announcements />
  )
}
