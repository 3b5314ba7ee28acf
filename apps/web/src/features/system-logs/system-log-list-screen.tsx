import { logRowsAtMost, type SystemLog } from '@swath/contract/system-logs'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount } from '../../lib/format.ts'
import type { Column } from '../../ui/list-columns.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { Time } from '../../ui/time.tsx'
import { LogCheck } from './log-check.tsx'
import { LogDetail } from './log-detail.tsx'
import style from './system-logs.module.css'

type Choice = { action: string; label: string }

/** Who did what, told in sentences; and whether the log itself is whole. */
export const SystemLogListScreen = () => {
  const { t } = useTranslation('system-logs')
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const onRows = useCallback(
    (_rows: readonly SystemLog[], { actions }: { actions: readonly Choice[] }) =>
      setChoices(actions),
    [],
  )
  const columns: readonly Column<SystemLog>[] = [
    {
      key: 'time',
      title: t('time'),
      sort: 'time',
      width: 180,
      render: (row) => <Time time={row.time} />,
    },
    { key: 'userName', title: t('user'), render: (row) => row.userName },
    {
      key: 'sentence',
      title: t('sentence'),
      render: (row) => (
        <span
          className={`${style.sentence} ${/\.(refuse|token-reused)$/.test(row.action) ? style.refused : ''}`}
          title={row.sentence}
        >
          {row.sentence}
        </span>
      ),
    },
    {
      key: 'logType',
      title: t('kind'),
      hidden: true,
      render: (row) => t(row.logType === 1 ? 'kindSignIn' : 'kindChange'),
    },
    { key: 'accountName', title: t('account'), render: (row) => row.accountName },
    {
      key: 'ip',
      title: t('address'),
      render: (row) => <span className="figure">{row.ip ?? dash}</span>,
    },
    {
      key: 'number',
      title: t('number'),
      number: true,
      hidden: true,
      render: (row) => formatCount(row.number),
    },
    {
      key: 'device',
      title: t('device'),
      hidden: true,
      render: (row) =>
        row.device ? (
          <span className={style.sentence} title={row.device}>
            {row.device}
          </span>
        ) : (
          dash
        ),
    },
  ]
  return (
    <OldListScreen
      name="system-logs"
      title={t('title')}
      operation="listSystemLogs"
      rowKey="logId"
      paging="pageIndex"
      sortName="order"
      defaultSort="-time"
      columns={columns}
      onRows={onRows}
      filters={[
        { kind: 'text', name: 'userName', label: t('user') },
        { kind: 'days', from: 'startTime', to: 'endTime', label: t('time') },
        {
          kind: 'choice',
          name: 'logType',
          label: t('kind'),
          options: [
            { value: '1', label: t('kindSignIn') },
            { value: '2', label: t('kindChange') },
          ],
        },
        {
          kind: 'choice',
          name: 'action',
          label: t('sentence'),
          options: choices.map(({ action, label }) => ({ value: action, label })),
        },
        { kind: 'text', name: 'accountName', label: t('account') },
      ]}
      stats={({ total, more }) => [
        {
          label: more ? t('countedMost') : t('rows'),
          value: more ? `${formatCount(logRowsAtMost)}+` : formatCount(total),
        },
      ]}
      actions={<LogCheck />}
      exports={tableExports('exportSystemLogs', 'system-log')}
      detail={{
        title: (_id, row) => (row ? <Time time={row.time} /> : t('entry')),
        render: (_id, row) => <LogDetail row={row} />,
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
