import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { mergeProgress } from './plots-on-map.ts'
import { TaskHead, useTask } from './task-head.tsx'
import { TaskSheet, type TaskReport } from './task-sheet.tsx'

/** The report is shown with its task and overview; its tables and its map follow. */
const useReport = () => {
  const { tftzId, task, asked } = useTask()
  const query = { query: { tftzId } }
  const overview = useQuery(buildQuery('getTaskOverview', query))
  const owners = useQuery(buildQuery('getTaskOwners', query))
  const days = useQuery(buildQuery('getTaskData', query))
  const regions = useQuery(buildQuery('getTaskRegions', query))
  const villages = useQuery(buildQuery('getTaskVillages', query))
  const map = useQuery(buildQuery('getTaskMap', query))
  const progress = useQuery(buildQuery('getTaskMapProgress', query))
  const report: TaskReport | undefined = task &&
    overview.data && {
      task,
      overview: overview.data,
      owners: owners.data?.items ?? [],
      days: days.data?.items ?? [],
      regions: regions.data?.items ?? [],
      villages: villages.data?.items ?? [],
      plots: mergeProgress(map.data, progress.data).map(({ shape, coveredRatio }) => ({
        parts: shape.kind === 'parts' ? shape.parts : [],
        coveredRatio,
      })),
    }
  return { tftzId, task, report, error: asked.error ?? overview.error }
}

/** A printable task report (A4). */
export const TaskReportScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task, report, error } = useReport()
  return (
    <PrintScreen
      title={t('reportTitle')}
      documentTitle={task ? `${t('reportTitle')} ${task.tftzName}` : null}
      back={<TaskHead task={task} />}
      share={{ kind: 'task', tftzId }}
      shown={report}
      failed={{ error }}
    >
      {(shown, head) => <TaskSheet report={shown} head={head} />}
    </PrintScreen>
  )
}
