import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { listPath, stateLabels, stateTones, taskPath } from './task.labels.ts'
import style from './unified-tasks.module.css'

/** The task in the URL. */
export const useTask = () => {
  const { id = '' } = useParams()
  const asked = useQuery(buildQuery('getUnifiedTask', { params: { tftzId: id } }))
  return { tftzId: id, asked, task: asked.data }
}

/** Link back to the list, and tabs for the pages of a task. */
export const TaskHead = ({ task }: { task: UnifiedTask | undefined }) => {
  const { t } = useTranslation('unified-tasks')
  const { id = '' } = useParams()
  return (
    <div className={`flex wrap gap-8-16 items-center ${style.head}`}>
      <BackLink to={`${listPath}?open=${id}`}>{t('backToList')}</BackLink>
      {task && <StateTag tone={stateTones[task.state]}>{t(stateLabels[task.state])}</StateTag>}
      <PageTabs
        name={t('task')}
        tabs={[
          { path: taskPath(id, 'chart'), label: t('tabChart') },
          { path: taskPath(id, 'drone-list'), label: t('tabDrones') },
          { path: taskPath(id, 'plots'), label: t('tabPlots') },
          { path: taskPath(id, 'sorties'), label: t('tabSorties') },
          { path: taskPath(id, 'report'), label: t('tabReport') },
        ]}
      />
    </div>
  )
}
