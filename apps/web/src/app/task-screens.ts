// Screens of campaigns, and of what is paid for them.
import type { ScreenLine } from './screen-line.ts'

export const taskScreens: readonly ScreenLine[] = [
  {
    screen: 'unified-task-list',
    path: '/business_manage/unified-task-list',
    layout: 'page',
    title: 'app:unifiedTaskList',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/unified-tasks/unified-task-list-screen.tsx'))
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
      (await import('../modules/campaigns/unified-tasks/task-drone-list-screen.tsx'))
        .TaskDroneListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/chart',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskChart',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/unified-tasks/task-chart-screen.tsx')).TaskChartScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/plots',
    numbers: ['id'],
    layout: 'page',
    drawsOnMap: true,
    title: 'app:unifiedTaskPlots',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/unified-tasks/task-plot-list-screen.tsx'))
        .TaskPlotListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/sorties',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskSorties',
    texts: ['unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/unified-tasks/task-sortie-list-screen.tsx'))
        .TaskSortieListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/report',
    numbers: ['id'],
    layout: 'page',
    title: 'app:unifiedTaskReport',
    texts: ['unified-tasks', 'work-reports'],
    load: async () =>
      (await import('../modules/campaigns/unified-tasks/task-report-screen.tsx')).TaskReportScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list',
    layout: 'page',
    title: 'app:subsidyList',
    texts: ['subsidies', 'unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/subsidy-list-screen.tsx')).SubsidyListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/rules',
    layout: 'page',
    title: 'app:subsidyRules',
    texts: ['subsidies', 'unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/rule-list-screen.tsx')).RuleListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/objections',
    layout: 'page',
    title: 'app:subsidyObjections',
    texts: ['subsidies', 'unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/objection-list-screen.tsx'))
        .ObjectionListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/lines',
    numbers: ['id'],
    layout: 'page',
    drawsOnMap: true,
    title: 'app:subsidyLines',
    texts: ['subsidies', 'unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/line-list-screen.tsx')).SubsidyLineListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/left-out',
    numbers: ['id'],
    layout: 'page',
    title: 'app:subsidyLeftOut',
    texts: ['subsidies', 'unified-tasks'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/left-out-screen.tsx')).SubsidyLeftOutScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/report',
    numbers: ['id'],
    layout: 'page',
    title: 'app:subsidyReport',
    texts: ['subsidies', 'unified-tasks', 'work-reports'],
    load: async () =>
      (await import('../modules/campaigns/subsidies/subsidy-report-screen.tsx'))
        .SubsidyReportScreen,
  },
]
