import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'monitor',
    path: '/monitor_manage/monitor',
    layout: 'map',
    title: 'terms:monitor',
    load: async () => (await import('./monitor/monitor-screen.tsx')).MonitorScreen,
  },
  {
    screen: 'flight-control',
    path: '/business_manage/flight-control',
    layout: 'map',
    title: 'terms:flightControl',
    load: async () =>
      (await import('./flight-control/flight-control-screen.tsx')).FlightControlScreen,
  },
]
