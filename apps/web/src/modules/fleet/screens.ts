import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list',
    drawsOnMap: true,
    title: 'app:droneList',
    texts: ['drones', 'flights', 'flight-control'],
    load: async () => (await import('./drones/drone-list-screen.tsx')).DroneListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId',
    title: 'app:droneDetail',
    texts: ['drones', 'flights', 'flight-control', 'accessories'],
    load: async () => (await import('./drones/drone-detail-screen.tsx')).DroneDetailScreen,
  },
  {
    screen: 'drone-model-list',
    path: '/business_manage/drone-model-list',
    title: 'terms:droneModels',
    texts: ['drone-models'],
    load: async () =>
      (await import('./drone-models/drone-model-list-screen.tsx')).DroneModelListScreen,
  },
]
