import type { RunState } from '@swath/contract/overview/jobs'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { runStateLabels } from './job.labels.ts'
import style from './jobs.module.css'

export const StateTag = ({ state }: { state: RunState }) => {
  const { t } = useTranslation('jobs')
  return <Tag className={style[state]}>{t(runStateLabels[state])}</Tag>
}
