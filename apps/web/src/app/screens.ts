// Every screen that exists: a feature adds its line here, and menu, guard and router follow.
import type { AccountType, Screen } from '@swath/domain/access/screens'
import { figureScreens } from './figure-screens.ts'
import { firmwareScreens } from './firmware-screens.ts'
import { gearScreens } from './gear-screens.ts'
import { groundScreens } from './ground-screens.ts'
import { billScreens } from './bill-screens.ts'
import { leasingScreens } from './leasing-screens.ts'
import { orderScreens } from './order-screens.ts'
import { groupScreens } from './group-screens.ts'
import type { ScreenLine } from './screen-line.ts'
import { statScreens } from './stat-screens.ts'
import { taskScreens } from './task-screens.ts'

export const screenLines: readonly ScreenLine[] = [
  {
    screen: 'workbench',
    path: '/workbench',
    layout: 'page',
    title: 'app:workbench',
    texts: ['workbench', 'monitor'],
    load: async () =>
      (await import('../modules/overview/workbench/workbench-screen.tsx')).WorkbenchScreen,
  },
  {
    screen: 'monitor',
    path: '/monitor_manage/monitor',
    layout: 'map',
    isWatched: true,
    title: 'terms:monitor',
    texts: ['monitor', 'anomalies'],
    load: async () => (await import('../modules/live/monitor/monitor-screen.tsx')).MonitorScreen,
  },
  {
    screen: 'monitor',
    path: '/monitor_manage/plot-report/:blockId/:droneId/:sortieId',
    menuEntries: ['block-list', 'monitor'],
    layout: 'page',
    title: 'app:workReport',
    texts: ['work-reports', 'flights'],
    load: async () =>
      (await import('../modules/flights/work-reports/plot-report-screen.tsx')).PlotReportScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list',
    layout: 'page',
    drawsOnMap: true,
    title: 'app:droneList',
    texts: ['drones', 'flights', 'flight-control'],
    load: async () =>
      (await import('../modules/fleet/drones/drone-list-screen.tsx')).DroneListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flights',
    layout: 'page',
    title: 'terms:flights',
    texts: ['flights'],
    load: async () =>
      (await import('../modules/flights/flights/list/flight-list-screen.tsx')).FlightListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/simulated-flights',
    layout: 'page',
    title: 'terms:simulatedFlights',
    texts: ['flights'],
    load: async () =>
      (await import('../modules/flights/flights/simulated/simulated-list-screen.tsx'))
        .SimulatedListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/simulated-flights/:droneId/:sortieId',
    layout: 'map',
    isWatched: true,
    title: 'app:simulatedFlight',
    texts: ['flights'],
    load: async () =>
      (await import('../modules/flights/flights/simulated/simulated-flight-screen.tsx'))
        .SimulatedFlightScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/playback',
    layout: 'map',
    isWatched: true,
    title: 'terms:playback',
    texts: ['flights'],
    load: async () =>
      (await import('../modules/flights/flights/playback/playback-screen.tsx')).PlaybackScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId',
    layout: 'page',
    title: 'app:droneDetail',
    texts: ['drones', 'flights', 'flight-control', 'accessories'],
    load: async () =>
      (await import('../modules/fleet/drones/drone-detail-screen.tsx')).DroneDetailScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/history',
    layout: 'map',
    isWatched: true,
    title: 'terms:flightHistory',
    texts: ['flights', 'flight-exports', 'drones', 'claims', 'anomalies'],
    load: async () =>
      (await import('../modules/flights/flights/history/flight-history-screen.tsx'))
        .FlightHistoryScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/messages',
    layout: 'page',
    title: 'terms:rawMessages',
    texts: ['flights'],
    load: async () =>
      (await import('../modules/flights/flights/messages/messages-screen.tsx')).MessagesScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/:droneId/report',
    layout: 'page',
    title: 'app:workReport',
    texts: ['work-reports', 'flights'],
    load: async () =>
      (await import('../modules/flights/work-reports/work-report-screen.tsx')).WorkReportScreen,
  },
  {
    screen: 'drone-model-list',
    path: '/business_manage/drone-model-list',
    layout: 'page',
    title: 'terms:droneModels',
    texts: ['drone-models'],
    load: async () =>
      (await import('../modules/fleet/drone-models/drone-model-list-screen.tsx'))
        .DroneModelListScreen,
  },
  {
    screen: 'flight-control',
    path: '/business_manage/flight-control',
    layout: 'map',
    isWatched: true,
    title: 'terms:flightControl',
    texts: ['flight-control', 'monitor'],
    load: async () =>
      (await import('../modules/live/flight-control/flight-control-screen.tsx'))
        .FlightControlScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flight-logs',
    layout: 'page',
    title: 'terms:flightLogs',
    texts: ['flight-logs'],
    load: async () =>
      (await import('../modules/flights/flight-logs/flight-log-list-screen.tsx'))
        .FlightLogListScreen,
  },
  {
    screen: 'drone-list',
    path: '/business_manage/drone-list/flight-logs/:logId',
    layout: 'map',
    title: 'app:flightLog',
    texts: ['flight-logs', 'flights'],
    load: async () =>
      (await import('../modules/flights/flight-logs/flight-log-screen.tsx')).FlightLogScreen,
  },
  {
    screen: 'app-log',
    path: '/business_manage/app-log',
    layout: 'page',
    title: 'terms:appLogs',
    texts: ['app-logs'],
    load: async () =>
      (await import('../modules/gear/app-logs/app-log-list-screen.tsx')).AppLogListScreen,
  },
  ...figureScreens,
  ...firmwareScreens,
  ...gearScreens,
  ...groundScreens,
  ...groupScreens,
  ...statScreens,
  ...taskScreens,
  ...orderScreens,
  {
    screen: 'tools',
    path: '/business_manage/tools',
    layout: 'page',
    title: 'terms:tools',
    texts: ['tools'],
    load: async () => (await import('../modules/flights/tools/tools-screen.tsx')).ToolsScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/coordinates',
    layout: 'map',
    title: 'terms:coordinateConverter',
    texts: ['tools'],
    load: async () =>
      (await import('../modules/flights/tools/coordinates/coordinates-screen.tsx'))
        .CoordinatesScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/areas',
    layout: 'page',
    title: 'terms:areaAndDoseConverter',
    texts: ['tools'],
    load: async () => (await import('../modules/flights/tools/areas/areas-screen.tsx')).AreasScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/flight-logs',
    layout: 'map',
    title: 'terms:flightLogViewer',
    texts: ['tools', 'flight-logs'],
    load: async () =>
      (await import('../modules/flights/tools/logs/flight-logs-screen.tsx')).FlightLogsScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/firmware-check',
    layout: 'page',
    title: 'terms:firmwareFileCheck',
    texts: ['tools'],
    load: async () =>
      (await import('../modules/flights/tools/firmware/firmware-check-screen.tsx'))
        .FirmwareCheckScreen,
  },
  {
    screen: 'tools',
    path: '/business_manage/tools/qr-codes',
    layout: 'page',
    title: 'terms:qrCodes',
    texts: ['tools'],
    load: async () =>
      (await import('../modules/flights/tools/qr-codes/qr-codes-screen.tsx')).QrCodesScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list',
    layout: 'page',
    title: 'app:bulletinList',
    texts: ['bulletins', 'anomalies'],
    load: async () =>
      (await import('../modules/alarms/bulletins/bulletin-list-screen.tsx')).BulletinListScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/:bulletinId/receipts',
    layout: 'page',
    title: 'app:bulletinReceipts',
    texts: ['bulletins'],
    load: async () =>
      (await import('../modules/alarms/bulletins/receipt-list-screen.tsx')).ReceiptListScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create',
    layout: 'page',
    title: 'app:bulletinCreate',
    texts: ['bulletins'],
    load: async () =>
      (await import('../modules/alarms/bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create/:bulletinId',
    layout: 'page',
    title: 'app:bulletinCreate',
    texts: ['bulletins'],
    load: async () =>
      (await import('../modules/alarms/bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/claims',
    layout: 'page',
    title: 'terms:suspectedFalseClaims',
    texts: ['claims', 'anomalies'],
    load: async () =>
      (await import('../modules/flights/claims/claim-list-screen.tsx')).ClaimListScreen,
  },
  {
    screen: 'account-detail',
    path: '/institution_manage/account-detail',
    layout: 'page',
    title: 'terms:myAccount',
    texts: ['accounts', 'account', 'anomalies'],
    load: async () =>
      (await import('../modules/people/accounts/own-account-screen.tsx')).OwnAccountScreen,
  },
  {
    screen: 'account-list',
    path: '/institution_manage/account-list',
    layout: 'page',
    title: 'terms:accounts',
    texts: ['accounts'],
    load: async () =>
      (await import('../modules/people/accounts/account-list-screen.tsx')).AccountListScreen,
  },
  {
    screen: 'account-apply-list',
    path: '/institution_manage/account-apply-list',
    layout: 'page',
    title: 'terms:accountApplications',
    texts: ['accounts'],
    load: async () =>
      (await import('../modules/people/accounts/application-list-screen.tsx'))
        .ApplicationListScreen,
  },
  {
    screen: 'sub-company-list',
    path: '/institution_manage/sub-company-list',
    layout: 'page',
    title: 'terms:subCompanies',
    platformTitle: 'terms:subPlatforms',
    texts: ['accounts'],
    load: async () =>
      (await import('../modules/people/accounts/sub-company-list-screen.tsx')).SubCompanyListScreen,
  },
  {
    screen: 'member-list',
    path: '/institution_manage/member-list',
    layout: 'page',
    title: 'terms:members',
    texts: ['members', 'account', 'accounts'],
    load: async () =>
      (await import('../modules/people/members/member-list-screen.tsx')).MemberListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list',
    layout: 'page',
    title: 'app:teamList',
    texts: ['teams'],
    load: async () => (await import('../modules/people/teams/team-list-screen.tsx')).TeamListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list/certificates',
    layout: 'page',
    title: 'app:teamList',
    texts: ['teams'],
    load: async () =>
      (await import('../modules/people/teams/certificate-list-screen.tsx')).CertificateListScreen,
  },
  {
    screen: 'team-list',
    path: '/institution_manage/team-list/logbook/:userId',
    layout: 'page',
    title: 'app:teamList',
    texts: ['teams'],
    load: async () => (await import('../modules/people/teams/logbook-screen.tsx')).LogbookScreen,
  },
  {
    screen: 'user-apply-list',
    path: '/institution_manage/user-apply-list',
    layout: 'page',
    title: 'terms:joinRequests',
    texts: ['members'],
    load: async () =>
      (await import('../modules/people/members/user-application-list-screen.tsx'))
        .UserApplicationListScreen,
  },
  {
    screen: 'system-log-list',
    path: '/institution_manage/system-log-list',
    layout: 'page',
    title: 'terms:systemLog',
    texts: ['system-logs'],
    load: async () =>
      (await import('../modules/people/system-logs/system-log-list-screen.tsx'))
        .SystemLogListScreen,
  },
  {
    screen: 'job-list',
    path: '/institution_manage/job-list',
    layout: 'page',
    title: 'app:jobList',
    texts: ['jobs'],
    load: async () => (await import('../modules/overview/jobs/job-list-screen.tsx')).JobListScreen,
  },
  ...leasingScreens,
  ...billScreens,
]

export const titleFor = (
  { title, platformTitle }: Pick<ScreenLine, 'title' | 'platformTitle'>,
  accountType: AccountType,
): string => (accountType === 'platform' && platformTitle) || title

/**
 * The path that the menu and redirects take to a screen: the first of its lines without parameters.
 */
export const pathOfScreen = (screen: Screen): string | undefined =>
  screenLines.find((line) => line.screen === screen && !line.path.includes(':'))?.path
