import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'monitor',
    path: '/monitor_manage/plot-report/:blockId/:droneId/:sortieId',
    help: 'work-report',
    menuEntries: ['block-list', 'monitor'],
    title: 'app:workReport',
    load: async () => (await import('./work-reports/plot-report-screen.tsx')).PlotReportScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flights',
    help: 'flights',
    menuAfter: 'drone-list',
    title: 'terms:flights',
    load: async () => (await import('./flights/list/flight-list-screen.tsx')).FlightListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/simulated-flights',
    help: 'simulated-flights',
    menuPage: '/business_manage/drone-list/flights',
    title: 'terms:simulatedFlights',
    load: async () =>
      (await import('./flights/simulated/simulated-list-screen.tsx')).SimulatedListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/simulated-flights/:droneId/:sortieId',
    help: 'simulated-flights',
    menuPage: '/business_manage/drone-list/flights',
    layout: 'map',
    title: 'app:simulatedFlight',
    load: async () =>
      (await import('./flights/simulated/simulated-flight-screen.tsx')).SimulatedFlightScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/playback',
    help: 'playback',
    menuPage: '/business_manage/drone-list/flights',
    layout: 'map',
    title: 'terms:playback',
    load: async () => (await import('./flights/playback/playback-screen.tsx')).PlaybackScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/history',
    help: 'flight-history',
    layout: 'map',
    title: 'terms:flightHistory',
    load: async () =>
      (await import('./flights/history/flight-history-screen.tsx')).FlightHistoryScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/messages',
    help: 'raw-messages',
    title: 'terms:rawMessages',
    load: async () => (await import('./flights/messages/messages-screen.tsx')).MessagesScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/report',
    help: 'work-report',
    title: 'app:workReport',
    load: async () => (await import('./work-reports/work-report-screen.tsx')).WorkReportScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flight-logs',
    help: 'flight-logs',
    title: 'terms:flightLogs',
    load: async () =>
      (await import('./flight-logs/flight-log-list-screen.tsx')).FlightLogListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flight-logs/:logId',
    help: 'flight-log',
    layout: 'map',
    title: 'app:flightLog',
    load: async () => (await import('./flight-logs/flight-log-screen.tsx')).FlightLogScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/:blockId/report',
    help: 'work-report',
    title: 'app:workReport',
    load: async () =>
      (await import('./work-reports/plot-work-report-screen.tsx')).PlotWorkReportScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools',
    title: 'terms:tools',
    load: async () => (await import('./tools/tools-screen.tsx')).ToolsScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/coordinates',
    layout: 'map',
    title: 'terms:coordinateConverter',
    load: async () =>
      (await import('./tools/coordinates/coordinates-screen.tsx')).CoordinatesScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/areas',
    title: 'terms:areaAndDoseConverter',
    load: async () => (await import('./tools/areas/areas-screen.tsx')).AreasScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/flight-logs',
    title: 'terms:flightLogViewer',
    load: async () => (await import('./tools/logs/flight-logs-screen.tsx')).FlightLogsScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/firmware-check',
    title: 'terms:firmwareFileCheck',
    load: async () =>
      (await import('./tools/firmware/firmware-check-screen.tsx')).FirmwareCheckScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/qr-codes',
    title: 'terms:qrCodes',
    load: async () => (await import('./tools/qr-codes/qr-codes-screen.tsx')).QrCodesScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/claims',
    help: 'claims',
    menuPage: '/bulletin_manage/bulletin-list/alarms',
    title: 'terms:suspectedFalseClaims',
    load: async () => (await import('./claims/claim-list-screen.tsx')).ClaimListScreen,
  },
]
