import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { CellTime } from '../../../ui/time.tsx'
import { intervalLabels, jobKindLabel } from './job.labels.ts'
import { StateTag } from './state-tag.tsx'
import style from './jobs.module.css'

type Line = Answer<Api['listJobSchedules']>['items'][number]

const Outcome = ({ line: { lastState, lastError } }: { line: Line }) => {
  const { t } = useTranslation('jobs')
  return lastState === null ? (
    t('notYet')
  ) : (
    <span title={lastError ?? undefined}>
      <StateTag state={lastState} />
    </span>
  )
}

const Lines = () => {
  const { t } = useTranslation('jobs')
  const schedules = useQuery({ ...buildQuery('listJobSchedules'), refetchInterval: 30_000 })
  if (schedules.isError && !schedules.data)
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />
  if (!schedules.data) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <Table<Line>
      rowKey="kind"
      size="middle"
      pagination={false}
      dataSource={schedules.data.items}
      columns={[
        { title: t('kindHead'), key: 'kind', render: (_, { kind }) => jobKindLabel(kind) },
        { title: t('interval'), key: 'every', render: (_, { every }) => t(intervalLabels[every]) },
        {
          title: t('lastAt'),
          key: 'lastAt',
          render: (_, { lastAt }) => <CellTime time={lastAt} />,
        },
        { title: t('lastState'), key: 'lastState', render: (_, line) => <Outcome line={line} /> },
        {
          title: t('nextAt'),
          key: 'nextAt',
          render: (_, { nextAt }) => <CellTime time={nextAt} />,
        },
      ]}
    />
  )
}

/** Scheduled jobs: the last result, and the next run. */
export const Schedule = () => {
  const { t } = useTranslation('jobs')
  return (
    <section className={style.schedule} aria-labelledby="job-schedule">
      <h2 id="job-schedule">{t('scheduleTitle')}</h2>
      {/* Wider than a phone: focusable, so that it scrolls by keyboard. */}
      <div className={style.wide} role="group" aria-labelledby="job-schedule" tabIndex={0}>
        <Lines />
      </div>
    </section>
  )
}
