// Screens of campaigns.
import type { ScreenLine } from './screen-line.ts'

export const taskScreens: readonly ScreenLine[] = [
  {
    screen: 'unified-task-list',
    path: '/business_manage/unified-task-list',
    layout: 'page',
    title: 'app:unifiedTaskList',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../features/unified-tasks/unified-task-list-screen.tsx'))
        .UnifiedTaskListScreen,
  },
  {
    screen: 'unified-task-drone-list',
    path: '/business_manage/unified-task-list/:id/drone-list',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskDrones',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../features/unified-tasks/task-drone-list-screen.tsx')).TaskDroneListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/chart',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskChart',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../features/unified-tasks/task-chart-screen.tsx')).TaskChartScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/plots',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskPlots',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../features/unified-tasks/task-plot-list-screen.tsx')).TaskPlotListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/sorties',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskSorties',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../features/unified-tasks/task-sortie-list-screen.tsx')).TaskSortieListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/report',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskReport',
    texts: ['unified-tasks', 'work-reports'],
    load: async () =>
      (await import('../features/unified-tasks/task-report-screen.tsx')).TaskReportScreen,
  },
]
