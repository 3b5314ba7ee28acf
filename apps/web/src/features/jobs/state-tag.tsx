import type { JobState } from '@swath/contract/jobs'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { jobStateLabels } from './job.labels.ts'
import style from './jobs.module.css'

export const StateTag = ({ state }: { state: JobState }) => {
  const { t } = useTranslation('jobs')
  return <Tag className={style[state]}>{t(jobStateLabels[state])}</Tag>
}
