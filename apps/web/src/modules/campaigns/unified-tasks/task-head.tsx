import { ArrowLeftOutlined } from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { listPath, stateLabels, stateTones, taskPath } from './task.labels.ts'
import style from './unified-tasks.module.css'

type Page = Parameters<typeof taskPath>[1]

/** The task in the URL. */
export const useTask = () => {
  const { id = '' } = useParams()
  const asked = useQuery(buildQuery('getUnifiedTask', { params: { tftzId: id } }))
  return { tftzId: id, asked, task: asked.data }
}

/** Link back to the list, and tabs for the pages of a task. */
export const TaskHead = ({ task, page }: { task: UnifiedTask | undefined; page: Page }) => {
  const { t } = useTranslation('unified-tasks')
  const navigate = useNavigate()
  const { id = '' } = useParams()
  return (
    <div className={`flex wrap gap-8-16 items-center ${style.head}`}>
      <Link to={`${listPath}?open=${id}`} className={style.link}>
        <ArrowLeftOutlined aria-hidden /> {t('backToList')}
      </Link>
      {task && <StateTag tone={stateTones[task.state]}>{t(stateLabels[task.state])}</StateTag>}
      <Segmented<Page>
        className={style.tabs}
        aria-label={t('task')}
        value={page}
        options={[
          { value: 'chart', label: t('tabChart') },
          { value: 'drone-list', label: t('tabDrones') },
          { value: 'plots', label: t('tabPlots') },
          { value: 'sorties', label: t('tabSorties') },
          { value: 'report', label: t('tabReport') },
        ]}
        onChange={(next) => void navigate(taskPath(id, next))}
      />
    </div>
  )
}
