// Screens of figures: the walls and the overview by regions.
import type { ScreenLine } from './screen-line.ts'

export const figureScreens: readonly ScreenLine[] = [
  {
    screen: 'stat-screen',
    path: '/stat-screen',
    layout: 'page',
    isWall: true,
    isFullScreen: true,
    title: 'app:statScreen',
    texts: ['stat-screen'],
    load: async () => (await import('../modules/overview/stat-screen/wall-screen.tsx')).WallScreen,
  },
  {
    screen: 'stat-overview',
    path: '/stat/overview',
    layout: 'map',
    isWatched: true,
    isFullScreen: true,
    title: 'app:statOverview',
    texts: ['stat-screen'],
    load: async () =>
      (await import('../modules/overview/stat-screen/overview/overview-screen.tsx')).OverviewScreen,
  },
]
