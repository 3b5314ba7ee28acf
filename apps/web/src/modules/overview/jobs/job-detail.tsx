import { RedoOutlined } from '@ant-design/icons'
import type { Job } from '@swath/contract/overview/jobs'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { Time } from '../../../ui/time.tsx'
import { jobKindLabel } from './job.labels.ts'
import { useCancelJob, useRetryJob } from './job.mutations.ts'
import { StateTag } from './state-tag.tsx'
import style from './jobs.module.css'

type Props = { jobId: string; row: Job | undefined; onClose: () => void }

/** One job: its attempts, and why it failed. */
export const JobDetail = ({ jobId, row, onClose }: Props) => {
  const { t } = useTranslation('jobs')
  const confirm = useConfirm()
  const retry = useRetryJob()
  const cancel = useCancelJob()
  const detail = useQuery({
    ...buildQuery('getJob', { params: { jobId } }),
    enabled: row === undefined,
    meta: { quiet: true },
  })
  const job = row ?? detail.data
  if (!job) {
    if (!detail.isError) return <Skeleton active paragraph={{ rows: 6 }} />
    return detail.error instanceof CallError && detail.error.status === 404 ? (
      <Empty title={t('gone')} reason={t('goneReason')} />
    ) : (
      <Failure error={detail.error} onRetry={() => void detail.refetch()} />
    )
  }
  const askCancel = (): void =>
    confirm({
      title: t('askCancel'),
      text: t('cancelEffect'),
      verb: t('cancel'),
      run: async () => {
        await cancel.mutateAsync({ jobId })
        onClose()
        showSuccess(t('cancelled'))
      },
    })
  return (
    <div className={style.detail}>
      <div className={style.actions}>
        {job.can.retry && (
          <Button
            type="primary"
            icon={<RedoOutlined aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ jobId }, { onSuccess: () => showSuccess(t('retried')) })}
          >
            {t('retry')}
          </Button>
        )}
        {job.can.cancel && (
          <Button danger onClick={askCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <Facts>
        <Fact label={t('kindHead')}>{jobKindLabel(job.kind)}</Fact>
        <Fact label={t('terms:state')}>
          <StateTag state={job.state} />
        </Fact>
        <TimeFact label={t('runAt')} time={job.runAt} seconds />
        <TimeFact label={t('createdAt')} time={job.createdAt} seconds />
        <Fact label={t('startedAt')}>{job.startedAt && <Time time={job.startedAt} seconds />}</Fact>
        <Fact label={t('tries')}>{t('triesOf', { tries: job.tries, most: job.triesAtMost })}</Fact>
      </Facts>
      {job.lastError !== null && (
        <FactSection title={t('lastError')}>
          <pre className={style.error} tabIndex={0} aria-label={t('lastError')} dir="ltr">
            {job.lastError}
          </pre>
        </FactSection>
      )}
    </div>
  )
}
