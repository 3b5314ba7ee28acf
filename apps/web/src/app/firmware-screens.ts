// Screens of firmware: builds, where they go, what was verified, and the keys.
import type { ScreenLine } from './screen-line.ts'

export const firmwareScreens: readonly ScreenLine[] = [
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list',
    layout: 'page',
    title: 'terms:firmware',
    texts: ['firmware'],
    load: async () =>
      (await import('../modules/gear/firmware/firmware-list-screen.tsx')).FirmwareListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/rollouts',
    layout: 'page',
    title: 'terms:firmware',
    texts: ['firmware'],
    load: async () =>
      (await import('../modules/gear/firmware/rollout-list-screen.tsx')).RolloutListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/rollouts/:rolloutId/drones',
    layout: 'page',
    title: 'terms:firmware',
    texts: ['firmware'],
    load: async () =>
      (await import('../modules/gear/firmware/rollout-drone-list-screen.tsx'))
        .RolloutDroneListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/verify',
    layout: 'page',
    title: 'terms:firmware',
    texts: ['firmware'],
    load: async () =>
      (await import('../modules/gear/firmware/check-list-screen.tsx')).FirmwareCheckListScreen,
  },
  {
    screen: 'firmware-list',
    path: '/business_manage/firmware-list/keys',
    layout: 'page',
    title: 'terms:firmware',
    texts: ['firmware'],
    load: async () => (await import('../modules/gear/firmware/key-screen.tsx')).FirmwareKeyScreen,
  },
]
