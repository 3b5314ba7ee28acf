import {
  logRowsAtMost,
  logTypes,
  systemLogList,
  type SystemLog,
} from '@swath/contract/people/system-logs'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { Time } from '../../../ui/time.tsx'
import { useDeviceName } from '../profile/use-device-name.ts'
import { LogCheck } from './log-check.tsx'
import { LogDetail } from './log-detail.tsx'
import style from './system-logs.module.css'

const Sentence = ({ row }: { row: SystemLog }) => (
  <Clipped
    text={row.sentence}
    className={`${style.sentence} ${/\.(refuse|token-reused)$/.test(row.action) ? 'danger' : ''}`}
  />
)

const types = ['all', ...logTypes] as const

/** The audit log in sentences, and whether the log itself is intact. */
export const SystemLogListScreen = () => {
  const { t } = useTranslation('system-logs')
  const nameDevice = useDeviceName()
  const { answer, onLoaded } = useLoadedRows<typeof systemLogList>()
  const { chips, narrowed } = useStateChips({
    name: 'logType',
    title: t('kind'),
    states: types,
    labels: systemLogList.columns.logType.labels,
    counts: answer?.stats,
    countedMost: logRowsAtMost,
  })
  return (
    <ListScreen
      list={systemLogList}
      title={t('terms:systemLog')}
      head={
        <>
          <LogCheck />
          {chips}
          {answer?.more && <p className="m-0 muted text-13">{t('countedMost')}</p>}
        </>
      }
      as={{ narrowed }}
      shown={['time', 'userName', 'sentence', 'accountName', 'ip', 'deviceName']}
      cellRenderers={{
        time: { width: 152 },
        sentence: { render: (row) => <Sentence row={row} /> },
        ip: { render: ({ ip }) => <span className="figure">{ip ?? dash}</span> },
        deviceName: { render: ({ deviceName }) => (deviceName ? nameDevice(deviceName) : dash) },
      }}
      filters={[
        'userName',
        { from: 'startTime', to: 'endTime', label: t('time') },
        {
          name: 'action',
          label: t('sentence'),
          options: answer?.actions.map(({ action, label }) => ({ value: action, label })) ?? [],
        },
        'accountName',
      ]}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => (row ? <Time time={row.time} seconds /> : t('entry')),
          render: (_id, row) => <LogDetail row={row} />,
        },
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
