import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'app-log',
    path: '/business_manage/app-log',
    title: 'terms:appLogs',
    load: async () => (await import('./app-logs/app-log-list-screen.tsx')).AppLogListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list',
    title: 'terms:firmware',
    load: async () => (await import('./firmware/firmware-list-screen.tsx')).FirmwareListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/rollouts',
    help: 'firmware-rollouts',
    title: 'terms:firmware',
    load: async () => (await import('./firmware/rollout-list-screen.tsx')).RolloutListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/rollouts/:rolloutId/drones',
    help: 'firmware-rollouts',
    title: 'terms:firmware',
    load: async () =>
      (await import('./firmware/rollout-drone-list-screen.tsx')).RolloutDroneListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/verify',
    help: 'firmware-checks',
    title: 'terms:firmware',
    load: async () => (await import('./firmware/check-list-screen.tsx')).FirmwareCheckListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/keys',
    help: 'firmware-keys',
    title: 'terms:firmware',
    load: async () => (await import('./firmware/key-screen.tsx')).FirmwareKeyScreen,
  },
  {
    screen: 'rtk-list',
    path: '/business_manage/rtk-list',
    title: 'terms:rtkDevices',
    load: async () => (await import('./rtk/rtk-list-screen.tsx')).RtkListScreen,
  },
  {
    screen: 'rtk-list',
    path: '/business_manage/rtk-list/mounts',
    help: 'rtk-mounts',
    title: 'terms:rtkDevices',
    load: async () => (await import('./rtk/mount-list-screen.tsx')).MountListScreen,
  },
  {
    screen: 'ground-station-config',
    path: '/business_manage/ground-station-config',
    title: 'terms:groundStationConfig',
    load: async () =>
      (await import('./ground-station-config/ground-station-screen.tsx')).GroundStationScreen,
  },
  {
    screen: 'accessory-white-list',
    path: '/business_manage/accessory-white-list',
    title: 'terms:accessoryWhiteList',
    load: async () => (await import('./accessories/white-list-screen.tsx')).WhiteListScreen,
  },
  {
    screen: 'accessory-white-list',
    path: '/business_manage/accessory-white-list/alarms',
    help: 'part-alarms',
    title: 'terms:accessoryWhiteList',
    load: async () => (await import('./accessories/part-alarm-screen.tsx')).PartAlarmScreen,
  },
  {
    screen: 'app-log',
    path: '/business_manage/app-log/versions',
    help: 'app-versions',
    title: 'terms:appLogs',
    load: async () => (await import('./app-logs/app-version-list-screen.tsx')).AppVersionListScreen,
  },
]
