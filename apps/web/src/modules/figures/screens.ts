import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list',
    layout: 'page',
    title: 'terms:dataStats',
    texts: ['data-stats'],
    load: async () => (await import('./data-stats/data-stat-list-screen.tsx')).DataStatListScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/new',
    layout: 'page',
    title: 'terms:dataStats',
    texts: ['data-stats', 'unified-tasks'],
    load: async () => (await import('./data-stats/data-stat-editor-screen.tsx')).NewDataStatScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/:statId',
    layout: 'page',
    title: 'terms:dataStats',
    texts: ['data-stats'],
    load: async () => (await import('./data-stats/data-stat-screen.tsx')).DataStatScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/:statId/edit',
    layout: 'page',
    title: 'terms:dataStats',
    texts: ['data-stats', 'unified-tasks'],
    load: async () =>
      (await import('./data-stats/data-stat-editor-screen.tsx')).DataStatEditorScreen,
  },
  {
    screen: 'drone-statistics',
    path: '/data_stat_manage/data-stat-list/~/drone-statistics',
    layout: 'page',
    title: 'terms:droneStatistics',
    texts: ['data-stats'],
    load: async () =>
      (await import('./drone-statistics/drone-statistics-screen.tsx')).DroneStatisticsScreen,
  },
]
