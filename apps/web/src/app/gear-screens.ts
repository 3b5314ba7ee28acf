// Screens of the gear beside a drone: RTK, ground stations, parts, and versions of the ground app.
import type { ScreenLine } from './screen-line.ts'

export const gearScreens: readonly ScreenLine[] = [
  {
    screen: 'rtk-list',
    path: '/business_manage/rtk-list',
    layout: 'page',
    title: 'terms:rtkDevices',
    texts: ['rtk'],
    load: async () => (await import('../modules/gear/rtk/rtk-list-screen.tsx')).RtkListScreen,
  },
  {
    screen: 'rtk-list',
    path: '/business_manage/rtk-list/mounts',
    layout: 'page',
    title: 'terms:rtkDevices',
    texts: ['rtk'],
    load: async () => (await import('../modules/gear/rtk/mount-list-screen.tsx')).MountListScreen,
  },
  {
    screen: 'ground-station-config',
    path: '/business_manage/ground-station-config',
    layout: 'page',
    title: 'terms:groundStationConfig',
    texts: ['ground-station-config'],
    load: async () =>
      (await import('../modules/gear/ground-station-config/ground-station-screen.tsx'))
        .GroundStationScreen,
  },
  {
    screen: 'accessory-white-list',
    path: '/business_manage/accessory-white-list',
    layout: 'page',
    title: 'terms:accessoryWhiteList',
    texts: ['accessories'],
    load: async () =>
      (await import('../modules/gear/accessories/white-list-screen.tsx')).WhiteListScreen,
  },
  {
    screen: 'accessory-white-list',
    path: '/business_manage/accessory-white-list/alarms',
    layout: 'page',
    title: 'terms:accessoryWhiteList',
    texts: ['accessories'],
    load: async () =>
      (await import('../modules/gear/accessories/part-alarm-screen.tsx')).PartAlarmScreen,
  },
  {
    screen: 'app-log',
    path: '/business_manage/app-log/versions',
    layout: 'page',
    title: 'terms:appLogs',
    texts: ['app-logs'],
    load: async () =>
      (await import('../modules/gear/app-logs/app-version-list-screen.tsx')).AppVersionListScreen,
  },
]
