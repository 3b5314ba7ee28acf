// The HTTP side, put together: the contract's routes with their features, the console's files,
// health and documents.
import type { FastifyInstance } from 'fastify'
import { api } from '@swath/contract/api'
import type { Caller } from '@swath/domain/access/caller'
import type { Screen } from '@swath/domain/access/screens'
import { sharedReview } from './modules/people/accounts/shared-review.ts'
import { listScreens } from '@swath/domain/access/policy'
import { accessoryHandlers } from './modules/gear/accessories/accessories.routes.ts'
import { accountHandlers } from './modules/people/accounts/accounts.routes.ts'
import { alarmDeskHandlers } from './modules/alarms/anomalies/alarm-desk.routes.ts'
import { alarmSettingHandlers } from './modules/alarms/anomalies/alarm-settings.routes.ts'
import { anomalyHandlers } from './modules/alarms/anomalies/anomalies.routes.ts'
import { appLogHandlers } from './modules/gear/app-logs/app-logs.routes.ts'
import { appVersionHandlers } from './modules/gear/app-versions/app-versions.routes.ts'
import { authHandlers } from './modules/people/auth/auth.routes.ts'
import { bulletinHandlers } from './modules/alarms/bulletins/bulletins.routes.ts'
import { chemicalHandlers } from './modules/land/chemicals/chemicals.routes.ts'
import { codeHandlers } from './modules/people/auth/codes.routes.ts'
import { cropHandlers } from './modules/land/crops/crops.routes.ts'
import { claimHandlers } from './modules/flights/claims/claims.routes.ts'
import { dataStatHandlers } from './modules/figures/data-stats/data-stats.routes.ts'
import { demonstrationHandlers } from './modules/overview/demonstration/outbox.routes.ts'
import { commandHandlers } from './modules/live/commands/commands.routes.ts'
import { droneModelHandlers } from './modules/fleet/drone-models/drone-models.routes.ts'
import { droneStatisticHandlers } from './modules/figures/drone-statistics/drone-statistics.routes.ts'
import { droneHandlers } from './modules/fleet/drones/drones.routes.ts'
import { firmwareHandlers } from './modules/gear/firmware/firmware.routes.ts'
import { fileHandlers } from './modules/people/files/files.routes.ts'
import { flightExportHandlers } from './modules/flights/flight-exports/flight-exports.routes.ts'
import { flightControlHandlers } from './modules/live/flight-control/flight-control.routes.ts'
import { flightLogHandlers } from './modules/flights/flight-logs/flight-logs.routes.ts'
import { flightHandlers } from './modules/flights/flights/flights.routes.ts'
import { groupControlHandlers } from './modules/campaigns/group-control/group-control.routes.ts'
import { geometryImportHandlers } from './modules/land/geometry-imports/geometry-imports.routes.ts'
import { leaseBillingHandlers } from './modules/money/lease-billing/lease-billing.routes.ts'
import { leasingHandlers } from './modules/money/leasing/leasing.routes.ts'
import { groundStationHandlers } from './modules/gear/ground-station-config/ground-station-config.routes.ts'
import { memberHandlers } from './modules/people/members/members.routes.ts'
import { userApplicationHandlers } from './modules/people/members/user-applications.routes.ts'
import { monitorHandlers } from './modules/live/monitor/monitor.routes.ts'
import { noFlyZoneHandlers } from './modules/land/no-fly-zones/no-fly-zones.routes.ts'
import { invoiceHandlers } from './modules/money/invoices/invoices.routes.ts'
import { jobHandlers } from './modules/overview/jobs/jobs.routes.ts'
import { listViewHandlers } from './modules/people/list-views/list-views.routes.ts'
import { orderHandlers } from './modules/money/orders/orders.routes.ts'
import { createPayments, type Payments } from './modules/money/payments/create-payments.ts'
import { paymentHandlers } from './modules/money/payments/payments.routes.ts'
import { registerWechatCallbacks } from './modules/money/payments/wechat/wechat-callbacks.ts'
import { plotHandlers } from './modules/land/plots/plots.routes.ts'
import { plotWorkHandlers } from './modules/flights/plot-work/plot-work.routes.ts'
import { profileHandlers } from './modules/people/profile/profile.routes.ts'
import { rtkHandlers } from './modules/gear/rtk/rtk.routes.ts'
import { regionHandlers } from './modules/people/regions/regions.routes.ts'
import { statScreenHandlers } from './modules/overview/stat-screen/stat-screen.routes.ts'
import { subsidyHandlers } from './modules/campaigns/subsidies/subsidies.routes.ts'
import { unifiedTaskHandlers } from './modules/campaigns/unified-tasks/unified-tasks.routes.ts'
import { systemLogHandlers } from './modules/people/system-logs/system-logs.routes.ts'
import { registrationHandlers } from './modules/people/registration/registration.routes.ts'
import { sessionHandlers } from './modules/people/sessions/sessions.routes.ts'
import { teamHandlers } from './modules/people/teams/teams.routes.ts'
import { workTypeHandlers } from './modules/land/work-types/work-types.routes.ts'
import { workbenchHandlers } from './modules/overview/workbench/workbench.routes.ts'
import type { LiveState } from './gateway/live/public.ts'
import { jobKinds } from './jobs.ts'
import { paymentPurposes } from './payment-purposes.ts'
import type { Sessions } from './platform/auth/sessions.ts'
import type { Themes } from './platform/auth/themes.ts'
import { bindRoutes } from './platform/http/bind.ts'
import type { Handlers } from './platform/http/context.ts'
import { registerMetaRoutes, type Figures, type Readiness } from './platform/http/meta-routes.ts'
import { createHttpServer, refuseUnknown } from './platform/http/server.ts'
import { createMapArchives } from './platform/maps/map-archives.ts'
import { registerMapArchives } from './platform/maps/serve-archives.ts'
import { createMessages, type Messages } from './platform/messages/messages.ts'
import type { Services } from './platform/services.ts'
import type { Certificate } from './platform/tls/certificate.ts'
import { consolePage, registerWebAssets } from './platform/web/web-assets.ts'
import { registerWebManifest } from './platform/web/web-manifest.ts'

export type AppParts = {
  services: Services
  themes: Themes
  sessions: Sessions
  live: LiveState
  mqttPort: () => number
  /** Where the built console lies; null: another program serves it. */
  webFolder: string | null
  /** Undefined: TLS, where there is any, is a proxy's. */
  certificate?: Certificate | undefined
  ready: Readiness['ready']
  figures: Figures
}

const screensOn =
  (themes: Themes) =>
  async (caller: Caller, host: string): Promise<readonly Screen[]> =>
    listScreens(caller, await themes.of(host))

/** Every route of the contract; a missing one does not compile. */
const createHandlers = (
  { services, themes, sessions, live, mqttPort }: AppParts,
  messages: Messages,
  payments: Payments,
): Handlers<typeof api> => {
  const accounts = accountHandlers(services, { themes, messages })
  const userApplications = userApplicationHandlers(services, { themes })
  return {
    ...authHandlers(services, { themes, sessions }),
    ...codeHandlers(services, { themes, sessions, messages }),
    ...registrationHandlers(services, { themes }),
    ...demonstrationHandlers(services),
    ...accounts,
    ...memberHandlers(services),
    ...teamHandlers(services),
    ...orderHandlers(services, payments),
    ...paymentHandlers(services, payments),
    ...invoiceHandlers(services),
    ...userApplications,
    reviewAccountApplication: sharedReview({
      reviewOfAccounts: accounts.reviewAccountApplication,
      reviewOfUsers: userApplications.reviewUserApplication,
      screensFor: screensOn(themes),
    }),
    ...leasingHandlers(services, { themes, messages }),
    ...leaseBillingHandlers(services, payments),
    ...systemLogHandlers(services),
    ...jobHandlers(services, jobKinds),
    ...fileHandlers(services),
    ...profileHandlers(services),
    ...listViewHandlers(services),
    ...sessionHandlers(services),
    ...regionHandlers(),
    ...monitorHandlers(services, live),
    ...workbenchHandlers(services, { live, screensFor: screensOn(themes) }),
    ...anomalyHandlers(services),
    ...alarmDeskHandlers(services),
    ...bulletinHandlers(services),
    ...claimHandlers(services),
    ...alarmSettingHandlers(services),
    ...commandHandlers(services),
    ...flightControlHandlers(services, live),
    ...groupControlHandlers(services),
    ...droneHandlers(services, { port: mqttPort }),
    ...droneModelHandlers(services),
    ...appLogHandlers(services),
    ...firmwareHandlers(services),
    ...appVersionHandlers(services),
    ...rtkHandlers(services),
    ...groundStationHandlers(services),
    ...accessoryHandlers(services),
    ...flightHandlers(services),
    ...flightLogHandlers(services),
    ...flightExportHandlers(services),
    ...chemicalHandlers(services),
    ...cropHandlers(services),
    ...workTypeHandlers(services),
    ...noFlyZoneHandlers(services),
    ...plotHandlers(services, { themes }),
    ...geometryImportHandlers(services),
    ...plotWorkHandlers(services),
    ...dataStatHandlers(services),
    ...droneStatisticHandlers(services),
    ...statScreenHandlers(services, live),
    ...subsidyHandlers(services),
    ...unifiedTaskHandlers(services),
  }
}

export const createApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { services, themes, sessions, webFolder } = parts
  const { config } = services
  const server = await createHttpServer({
    log: services.log,
    certificate: parts.certificate,
    trustedProxies: config.edge.trustedProxies,
    mapUrls: [config.mapStyleUrl, config.mapRasterUrl, config.mapWeatherUrl],
    videoOrigins: config.videoOrigins,
  })
  const messages = createMessages(services)
  // What has been handed in leaves, unless a provider keeps us longer than whoever stops the
  // program waits.
  server.addHook('onClose', () =>
    Promise.race([
      messages.settled(),
      new Promise<void>((resume) => void setTimeout(resume, 8_000).unref()),
    ]),
  )
  const payments = createPayments(services, paymentPurposes)
  bindRoutes(server, api, createHandlers(parts, messages, payments), {
    authenticate: sessions.authenticate,
    screensFor: screensOn(themes),
  })
  await registerWechatCallbacks(server, { services, payments })
  registerMetaRoutes(server, api, {
    ...config.edge,
    ready: parts.ready,
    figures: parts.figures,
    authenticate: sessions.authenticate,
    version: '0.1.0',
  })
  registerMapArchives(server, createMapArchives(services))
  if (webFolder) {
    registerWebManifest(server, themes)
    await registerWebAssets(server, webFolder)
  }
  refuseUnknown(server, webFolder ? consolePage(webFolder) : async () => null)
  return server
}
