import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { RunState } from '@swath/contract/overview/jobs'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { StateTag as ToneTag } from '../../../ui/state-tags.tsx'
import { NearTime } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { intervalLabels, jobKindLabel } from './job.labels.ts'
import { StateTag } from './state-tag.tsx'
import style from './jobs.module.css'

type Line = Answer<Api['listJobSchedules']>['items'][number]

/** Failed runs first; the others keep their order. */
const severity: Partial<Record<RunState, number>> = { failed: 2, retrying: 1 }
const severityOf = ({ lastState }: Line): number => (lastState && severity[lastState]) ?? 0

const isFound = (line: Line, kind: string | null, text: string): boolean =>
  (kind === null || line.kind === kind) &&
  [jobKindLabel(line.kind), line.kind, line.lastError ?? ''].some((one) =>
    one.toLowerCase().includes(text.trim().toLowerCase()),
  )

const Outcome = ({ line: { lastState, lastError } }: { line: Line }) => {
  const { t } = useTranslation('jobs')
  return (
    <span title={lastError ?? undefined}>
      {lastState === null ? <ToneTag>{t('notYet')}</ToneTag> : <StateTag state={lastState} />}
    </span>
  )
}

type LinesProps = { lines: readonly Line[] }

const LineTable = ({ lines }: LinesProps) => {
  const { t } = useTranslation('jobs')
  return (
    <Table<Line>
      rowKey="kind"
      size="middle"
      pagination={false}
      dataSource={[...lines]}
      columns={[
        { title: t('kindHead'), key: 'kind', render: (_, { kind }) => jobKindLabel(kind) },
        { title: t('lastState'), key: 'lastState', render: (_, line) => <Outcome line={line} /> },
        {
          title: t('lastAt'),
          key: 'lastAt',
          render: (_, { lastAt }) => <NearTime time={lastAt} />,
        },
        {
          title: t('nextAt'),
          key: 'nextAt',
          render: (_, { nextAt }) => <NearTime time={nextAt} isToCome />,
        },
        { title: t('interval'), key: 'every', render: (_, { every }) => t(intervalLabels[every]) },
      ]}
    />
  )
}

/** Two lines for each job, as in lists on a phone. */
const LineRows = ({ lines }: LinesProps) => {
  const { t } = useTranslation('jobs')
  return (
    <ul className={`list-plain ${style.rows}`}>
      {lines.map((line) => (
        <li key={line.kind}>
          <span className="medium">{jobKindLabel(line.kind)}</span>
          <Outcome line={line} />
          <span className="muted text-12">{t(intervalLabels[line.every])}</span>
          <span className="muted text-12">
            {t('nextAt')}: <NearTime time={line.nextAt} isToCome />
          </span>
        </li>
      ))}
    </ul>
  )
}

const Lines = () => {
  const { t } = useTranslation('jobs')
  const narrow = useNarrow()
  const [params] = useSearchParams()
  const schedules = useQuery({ ...buildQuery('listJobSchedules'), refetchInterval: 30_000 })
  if (schedules.isError && !schedules.data)
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />
  if (!schedules.data) return <Skeleton active paragraph={{ rows: 6 }} />
  const lines = schedules.data.items
    .filter((line) => isFound(line, params.get('kind'), params.get('search') ?? ''))
    .toSorted((a, b) => severityOf(b) - severityOf(a))
  if (lines.length === 0) return <p className={style.noLines}>{t('noneScheduled')}</p>
  return narrow ? <LineRows lines={lines} /> : <LineTable lines={lines} />
}

/** Scheduled jobs: the last result, and the next run; narrowed by the search of the list above. */
export const Schedule = () => {
  const { t } = useTranslation('jobs')
  return (
    <section className={style.schedule} aria-labelledby="job-schedule">
      <h2 id="job-schedule">{t('scheduleTitle')}</h2>
      <div className={`card ${style.wide}`}>
        <Lines />
      </div>
    </section>
  )
}
