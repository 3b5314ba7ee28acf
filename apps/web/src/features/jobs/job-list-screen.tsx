import { ScheduleOutlined } from '@ant-design/icons'
import { jobKindNames, jobStates, type Job } from '@swath/contract/jobs'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount } from '../../lib/format.ts'
import type { Column } from '../../ui/list-columns.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { Time } from '../../ui/time.tsx'
import { JobDetail } from './job-detail.tsx'
import { jobKindLabel, jobStateLabels } from './job.labels.ts'
import { Schedule } from './schedule.tsx'
import { StateTag } from './state-tag.tsx'
import style from './jobs.module.css'

/** What the service does by itself: what waits, runs and failed, and why. */
export const JobListScreen = () => {
  const { t } = useTranslation('jobs')
  const [isScheduleOpen, setScheduleOpen] = useState(false)
  const columns: readonly Column<Job>[] = [
    { key: 'kind', title: t('kindHead'), render: (job) => jobKindLabel(job.kind) },
    { key: 'state', title: t('state'), render: (job) => <StateTag state={job.state} /> },
    { key: 'runAt', title: t('runAt'), sort: 'runAt', render: (job) => <Time time={job.runAt} /> },
    {
      key: 'tries',
      title: t('tries'),
      number: true,
      render: (job) => t('triesOf', { tries: job.tries, most: job.triesAtMost }),
    },
    {
      key: 'lastError',
      title: t('lastError'),
      render: (job) =>
        job.lastError === null ? (
          dash
        ) : (
          <span className={style.cell} title={job.lastError}>
            {job.lastError}
          </span>
        ),
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      hidden: true,
      render: (job) => <Time time={job.createdAt} />,
    },
  ]
  return (
    <>
      <OldListScreen
        name="jobs"
        title={t('title')}
        operation="listJobs"
        rowKey="jobId"
        columns={columns}
        defaultSort="-runAt"
        refreshMs={10_000}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            label: t('state'),
            options: jobStates.map((state) => ({ value: state, label: t(jobStateLabels[state]) })),
          },
          {
            kind: 'choice',
            name: 'kind',
            label: t('kindHead'),
            options: jobKindNames.map((kind) => ({ value: kind, label: jobKindLabel(kind) })),
          },
          { kind: 'days', from: 'startTime', to: 'endTime', label: t('runAt') },
        ]}
        stats={({ stats }) =>
          jobStates.map((state) => ({
            label: t(jobStateLabels[state]),
            value: formatCount(stats[state]),
          }))
        }
        actions={
          <Button icon={<ScheduleOutlined aria-hidden />} onClick={() => setScheduleOpen(true)}>
            {t('schedule')}
          </Button>
        }
        detail={{
          title: (_id, row) => (row ? jobKindLabel(row.kind) : t('job')),
          render: (jobId, row, close) => (
            <JobDetail key={jobId} jobId={jobId} row={row} onClose={close} />
          ),
        }}
        empty={{ title: t('none'), reason: t('noneReason') }}
      />
      <Schedule open={isScheduleOpen} onClose={() => setScheduleOpen(false)} />
    </>
  )
}
