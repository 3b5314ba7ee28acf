import { workTypes, type WorkType } from '@swath/contract/land/work-types'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import type { Column } from '../../../ui/list-columns.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useAreaColumn, useLargestAreas } from '../terms/covered-areas.tsx'

/** The tasks of each work type and the area that they covered; nothing for people without tasks. */
const useTaskColumns = () => {
  const { t } = useTranslation('terms')
  const tasksPath = useOwnScreens().findPath('unified-task-list')
  const { data, isPending } = useQuery({
    ...buildQuery('getTaskWorkTypes', {}),
    enabled: tasksPath !== undefined,
    meta: { quiet: true },
  })
  const byId = new Map(data?.items.map((one) => [one.workTypeId, one]))
  const countOf = ({ workTypeId }: WorkType): number | undefined =>
    data && (byId.get(workTypeId)?.taskNum ?? 0)
  const tasks: Column<WorkType> = {
    key: 'taskNum',
    title: t('app:unifiedTaskList'),
    number: true,
    phone: 'figure',
    named: true,
    render: (row) => {
      const count = countOf(row)
      return count ? (
        <Link to={`${tasksPath}?workTypeId=${row.workTypeId}`}>{formatCount(count)}</Link>
      ) : (
        formatCount(count)
      )
    },
    isMissing: (row) => !countOf(row),
  }
  const covered = useAreaColumn<WorkType>(
    t('coveredArea'),
    ({ workTypeId }) => byId.get(workTypeId)?.coveredArea,
  )
  const toFigures = useLargestAreas()
  const toStats = () => {
    if (!data) return null
    const parts = data.items.map((one) => ({ label: one.workTypeName, mu: one.coveredArea }))
    const total = parts.reduce((sum, { mu }) => sum + mu, 0)
    return toFigures(
      { label: t('coveredArea'), mu: total },
      parts.filter(({ mu }) => mu > 0),
    )
  }
  // The call sorts them by area, then by the number of tasks.
  const foremost = isPending ? null : (data?.items ?? []).map(({ workTypeId }) => workTypeId)
  return tasksPath ? { beside: [tasks, covered], stats: toStats, foremost } : {}
}

/** Kinds of work of drones. */
export const WorkTypeListScreen = () => {
  const { t } = useTranslation('work-types')
  return (
    <PlainListScreen
      list={workTypes}
      title={t('terms:workTypes')}
      head={<TermTabs />}
      {...useTaskColumns()}
      mayAdd={useUser().can.manageTerms}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
