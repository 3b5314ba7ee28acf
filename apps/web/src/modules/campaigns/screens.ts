import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'group-control',
    path: '/business_manage/group-control',
    title: 'app:groupControl',
    load: async () =>
      (await import('./group-control/group-plan-list-screen.tsx')).GroupPlanListScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/new',
    help: 'group-plan',
    layout: 'map',
    title: 'app:groupControl',
    load: async () => (await import('./group-control/plan-editor-screen.tsx')).PlanEditorScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/:plan',
    help: 'group-watch',
    layout: 'map',
    title: 'app:groupControl',
    load: async () => (await import('./group-control/plan-watch-screen.tsx')).PlanWatchScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/:plan/edit',
    help: 'group-plan',
    layout: 'map',
    title: 'app:groupControl',
    load: async () => (await import('./group-control/plan-editor-screen.tsx')).PlanEditorScreen,
  },
  {
    screen: 'unified-task-list',
    path: '/business_manage/unified-task-list',
    title: 'app:unifiedTaskList',
    load: async () =>
      (await import('./unified-tasks/unified-task-list-screen.tsx')).UnifiedTaskListScreen,
  },
  {
    screen: 'unified-task-drone-list',
    path: '/business_manage/unified-task-list/:id/drone-list',
    numbers: ['id'],
    title: 'app:unifiedTaskDrones',
    load: async () =>
      (await import('./unified-tasks/task-drone-list-screen.tsx')).TaskDroneListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/chart',
    numbers: ['id'],
    title: 'app:unifiedTaskChart',
    load: async () => (await import('./unified-tasks/task-chart-screen.tsx')).TaskChartScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/plots',
    numbers: ['id'],
    drawsOnMap: true,
    title: 'app:unifiedTaskPlots',
    load: async () =>
      (await import('./unified-tasks/task-plot-list-screen.tsx')).TaskPlotListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/sorties',
    numbers: ['id'],
    title: 'app:unifiedTaskSorties',
    load: async () =>
      (await import('./unified-tasks/task-sortie-list-screen.tsx')).TaskSortieListScreen,
  },
  {
    screen: 'unified-task-chart',
    path: '/business_manage/unified-task-list/:id/report',
    help: 'task-report',
    numbers: ['id'],
    title: 'app:unifiedTaskReport',
    load: async () => (await import('./unified-tasks/task-report-screen.tsx')).TaskReportScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list',
    title: 'app:subsidyList',
    load: async () => (await import('./subsidies/subsidy-list-screen.tsx')).SubsidyListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/rules',
    help: 'subsidy-rules',
    title: 'app:subsidyRules',
    load: async () => (await import('./subsidies/rule-list-screen.tsx')).RuleListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/objections',
    help: 'subsidy-objections',
    title: 'app:subsidyObjections',
    load: async () => (await import('./subsidies/objection-list-screen.tsx')).ObjectionListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/lines',
    help: 'subsidy-lines',
    numbers: ['id'],
    drawsOnMap: true,
    title: 'app:subsidyLines',
    load: async () => (await import('./subsidies/line-list-screen.tsx')).SubsidyLineListScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/left-out',
    help: 'subsidy-lines',
    numbers: ['id'],
    title: 'app:subsidyLeftOut',
    load: async () => (await import('./subsidies/left-out-screen.tsx')).SubsidyLeftOutScreen,
  },
  {
    screen: 'subsidy-list',
    path: '/business_manage/subsidy-list/:id/report',
    help: 'subsidy-report',
    numbers: ['id'],
    title: 'app:subsidyReport',
    load: async () => (await import('./subsidies/subsidy-report-screen.tsx')).SubsidyReportScreen,
  },
]
