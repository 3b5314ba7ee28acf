// Screens of drones that fly together.
import type { ScreenLine } from './screen-line.ts'

const texts = ['group-control', 'monitor', 'flight-control']

export const groupScreens: readonly ScreenLine[] = [
  {
    screen: 'group-control',
    path: '/business_manage/group-control',
    layout: 'page',
    title: 'app:groupControl',
    texts: ['group-control'],
    load: async () =>
      (await import('../modules/campaigns/group-control/group-plan-list-screen.tsx'))
        .GroupPlanListScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/new',
    layout: 'map',
    title: 'app:groupControl',
    texts,
    load: async () =>
      (await import('../modules/campaigns/group-control/plan-editor-screen.tsx')).PlanEditorScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/:plan',
    layout: 'map',
    title: 'app:groupControl',
    texts,
    load: async () =>
      (await import('../modules/campaigns/group-control/plan-watch-screen.tsx')).PlanWatchScreen,
  },
  {
    screen: 'group-control',
    path: '/business_manage/group-control/:plan/edit',
    layout: 'map',
    title: 'app:groupControl',
    texts,
    load: async () =>
      (await import('../modules/campaigns/group-control/plan-editor-screen.tsx')).PlanEditorScreen,
  },
]
