import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'workbench',
    path: '/workbench',
    title: 'app:workbench',
    load: async () => (await import('./workbench/workbench-screen.tsx')).WorkbenchScreen,
  },
  {
    screen: 'stat-screen',
    path: '/stat-screen',
    isAlwaysDark: true,
    isFullScreen: true,
    title: 'app:statScreen',
    load: async () => (await import('./stat-screen/stat-screen.tsx')).StatScreen,
  },
  {
    screen: 'stat-overview',
    path: '/stat/overview',
    layout: 'map',
    isFullScreen: true,
    title: 'app:statOverview',
    load: async () => (await import('./stat-screen/overview/overview-screen.tsx')).OverviewScreen,
  },
  {
    screen: 'job-list',
    path: '/institution_manage/job-list',
    title: 'app:jobList',
    load: async () => (await import('./jobs/job-list-screen.tsx')).JobListScreen,
  },
]
