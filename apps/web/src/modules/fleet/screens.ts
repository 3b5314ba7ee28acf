import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list',
    drawsOnMap: true,
    title: 'app:droneList',
    load: async () => (await import('./drones/drone-list-screen.tsx')).DroneListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId',
    help: 'drone',
    title: 'app:droneDetail',
    load: async () => (await import('./drones/drone-detail-screen.tsx')).DroneDetailScreen,
  },
  {
    screen: 'drone-model-list',
    path: '/business_manage/drone-model-list',
    title: 'terms:droneModels',
    load: async () =>
      (await import('./drone-models/drone-model-list-screen.tsx')).DroneModelListScreen,
  },
]
