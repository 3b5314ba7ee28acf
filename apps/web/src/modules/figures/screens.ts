import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list',
    title: 'terms:dataStats',
    load: async () => (await import('./data-stats/data-stat-list-screen.tsx')).DataStatListScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/new',
    help: 'data-stat-editor',
    title: 'terms:dataStats',
    load: async () => (await import('./data-stats/data-stat-editor-screen.tsx')).NewDataStatScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/:statId',
    help: 'data-stat',
    title: 'terms:dataStats',
    load: async () => (await import('./data-stats/data-stat-screen.tsx')).DataStatScreen,
  },
  {
    screen: 'data-stat-list',
    path: '/data_stat_manage/data-stat-list/:statId/edit',
    help: 'data-stat-editor',
    title: 'terms:dataStats',
    load: async () =>
      (await import('./data-stats/data-stat-editor-screen.tsx')).DataStatEditorScreen,
  },
  {
    screen: 'drone-statistics',
    path: '/data_stat_manage/data-stat-list/~/drone-statistics',
    title: 'terms:droneStatistics',
    load: async () =>
      (await import('./drone-statistics/drone-statistics-screen.tsx')).DroneStatisticsScreen,
  },
]
