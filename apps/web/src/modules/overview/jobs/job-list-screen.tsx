import { jobKindNames, jobList, type JobState } from '@swath/contract/overview/jobs'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { JobDetail } from './job-detail.tsx'
import { jobKindLabel, jobStateLabels } from './job.labels.ts'
import { Schedule } from './schedule.tsx'
import { StateTag } from './state-tag.tsx'
import style from './jobs.module.css'

/** Failed ones first: they need a person. */
const states = ['all', 'failed', 'retrying', 'running', 'waiting'] as const satisfies readonly (
  | 'all'
  | JobState
)[]
const labels = { ...jobStateLabels, all: 'jobs:stateAll' }

/** Background jobs: waiting, running and failed ones, with reasons, and the schedule. */
export const JobListScreen = () => {
  const { t } = useTranslation('jobs')
  const { answer, onLoaded } = useLoadedRows<typeof jobList>()
  const { asked, chips } = useStateChips({ states, labels, counts: answer?.stats })
  return (
    <>
      <ListScreen
        list={jobList}
        title={t('title')}
        head={chips}
        {...(asked === 'all' ? {} : { as: { narrowed: { state: asked } } })}
        shown={['kind', 'state', 'runAt', 'tries', 'lastError']}
        cellRenderers={{
          kind: { render: (job) => jobKindLabel(job.kind) },
          state: { render: (job) => <StateTag state={job.state} /> },
          tries: {
            number: true,
            render: (job) => t('triesOf', { tries: job.tries, most: job.triesAtMost }),
          },
          lastError: {
            render: ({ lastError }) =>
              lastError === null ? dash : <Clipped className={style.cell} text={lastError} />,
          },
        }}
        refreshMs={10_000}
        filters={[
          { name: 'kindName', column: 'kind' },
          'lastError',
          {
            name: 'kind',
            label: t('kindHead'),
            options: jobKindNames.map((kind) => ({ value: kind, label: jobKindLabel(kind) })),
          },
          { from: 'startTime', to: 'endTime', label: t('runAt') },
        ]}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => (row ? jobKindLabel(row.kind) : t('job')),
            render: (jobId, row, close) => (
              <JobDetail key={jobId} jobId={jobId} row={row} onClose={close} />
            ),
          },
        }}
        empty={
          asked === 'all' ? { title: t('none'), isLine: true } : { title: t('ui:nothingFits') }
        }
      />
      {/* The list above it has its height. */}
      {answer && <Schedule />}
    </>
  )
}
