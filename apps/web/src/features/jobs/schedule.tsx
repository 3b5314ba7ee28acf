import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/query.ts'
import { Failure } from '../../ui/empty.tsx'
import { Fact, FactGroup } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { jobKindLabel } from './job.labels.ts'
import style from './jobs.module.css'

const ScheduleLines = () => {
  const { t } = useTranslation('jobs')
  const schedules = useQuery({ ...queryOf('listJobSchedules'), refetchInterval: 30_000 })
  if (schedules.isError)
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />
  if (!schedules.data) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <div className={style.detail}>
      {schedules.data.items.map(({ kind, lastAt, nextAt }) => (
        <FactGroup key={kind} title={jobKindLabel(kind)}>
          <Fact label={t('nextAt')}>
            <Time time={nextAt} />
          </Fact>
          <Fact label={t('lastAt')}>{lastAt && <Time time={lastAt} />}</Fact>
        </FactGroup>
      ))}
    </div>
  )
}

/** What is done again and again, and when next. */
export const Schedule = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('jobs')
  return (
    <Drawer title={t('scheduleTitle')} open={open} onClose={onClose} size={480} destroyOnHidden>
      <ScheduleLines />
    </Drawer>
  )
}
