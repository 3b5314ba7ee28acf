import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { mergeProgress } from './plots-on-map.ts'
import { TaskHead, useTask } from './task-head.tsx'
import { TaskSheet, type TaskReport } from './task-sheet.tsx'

/**
 * The report is shown when all of it is loaded: parts that follow would move what is below them,
 * and a print without them would be incomplete.
 */
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
  const isWhole =
    task &&
    overview.data &&
    owners.data &&
    days.data &&
    regions.data &&
    villages.data &&
    map.data &&
    progress.data
  const report: TaskReport | undefined = isWhole && {
    task,
    overview: overview.data,
    owners: owners.data.items,
    days: days.data.items,
    regions: regions.data.items,
    villages: villages.data.items,
    plots: mergeProgress(map.data, progress.data).map(({ shape, coveredRatio }, index) => ({
      village: map.data.items[index]!.village,
      parts: shape.kind === 'parts' ? shape.parts : [],
      coveredRatio,
    })),
  }
  const all = [asked, overview, owners, days, regions, villages, map, progress]
  const error = all.find((one) => one.error)?.error ?? null
  const refetch = () => all.filter((one) => one.error).map((one) => one.refetch())
  return { tftzId, task, report, failed: { error, refetch } }
}

/** A printable task report (A4). */
export const TaskReportScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task, report, failed } = useReport()
  return (
    <PrintScreen
      title={t('reportTitle')}
      documentTitle={task ? `${t('reportTitle')} ${task.tftzName}` : null}
      tabsTitle={task?.tftzName ?? t('reportTitle')}
      back={<TaskHead task={task} />}
      share={{ kind: 'task', tftzId }}
      shown={report}
      failed={failed}
    >
      {(shown, head) => <TaskSheet report={shown} head={head} />}
    </PrintScreen>
  )
}
