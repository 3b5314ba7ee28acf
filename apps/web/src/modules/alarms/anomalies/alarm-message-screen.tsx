import { alarmMessageList, type SentAlarmMessage } from '@swath/contract/alarms/alarm-messages'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { AlarmTabs } from './alarm-tabs.tsx'
import { AlarmView } from './alarm-view.tsx'

const stateLabels = alarmMessageList.columns.state.labels

const Result = ({ message: { state, digest } }: { message: SentAlarmMessage }) => {
  const { t } = useTranslation('notifications')
  return (
    <span>
      <Tag {...(state === 'failed' ? { color: 'error' } : {})}>{t(stateLabels[state])}</Tag>
      {digest && <small className="muted">{t('inDigest')}</small>}
    </span>
  )
}

/** Messages about level-1 alarms to people of the own account. */
export const AlarmMessageScreen = () => {
  const { t } = useTranslation('notifications')
  const toTitle = useAlarmTitle()
  return (
    <ListScreen
      list={alarmMessageList}
      title={t('messages')}
      head={
        <>
          <AlarmTabs />
          <p className="m-0 muted">{t('messagesOf')}</p>
        </>
      }
      shown={['sentAt', 'userName', 'channel', 'state', 'oddType', 'droneName', 'region', 'reason']}
      cellRenderers={{
        oddType: { render: (message) => toTitle(message) },
        state: { render: (message) => <Result message={message} /> },
      }}
      filters={[
        { name: 'userName', label: t('recipient') },
        { name: 'drone', label: t('terms:nameOrSerialNumber') },
        'channel',
        'state',
        { from: 'startTime', to: 'endTime', label: t('sentAt') },
      ]}
      rows={{
        detail: {
          title: (_id, message) => (message ? toTitle(message) : t('alarm')),
          render: (_id, message) => message && <AlarmView anomalyId={message.anomalyId} isNamed />,
        },
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
