// Assembles the HTTP API: the contract's routes with their features, the console's files, health
// and documents.
import type { FastifyInstance } from 'fastify'
import { api } from '@swath/contract/api'
import type { Caller } from '@swath/domain/access/caller'
import type { Screen } from '@swath/domain/access/screens'
import { keepOfKey } from '@swath/domain/access/key-limits'
import { listScreens } from '@swath/domain/access/policy'
import type { LiveState } from './gateway/live/public.ts'
import { jobKinds } from './jobs.ts'
import * as alarms from './modules/alarms/module.ts'
import * as campaigns from './modules/campaigns/module.ts'
import * as figures from './modules/figures/module.ts'
import * as fleet from './modules/fleet/module.ts'
import * as flights from './modules/flights/module.ts'
import * as gear from './modules/gear/module.ts'
import * as land from './modules/land/module.ts'
import * as live from './modules/live/module.ts'
import * as money from './modules/money/module.ts'
import * as overview from './modules/overview/module.ts'
import * as people from './modules/people/module.ts'
import * as programs from './modules/programs/module.ts'
import type { ModuleParts } from './modules/module-parts.ts'
import { createPayments, paymentPurposes, registerWechatCallbacks } from './modules/money/public.ts'
import { createApiKeys, keyPrefix, type ApiKeys } from './platform/auth/api-keys.ts'
import type { Sessions } from './platform/auth/sessions.ts'
import type { Themes } from './platform/auth/themes.ts'
import { createScan } from './platform/files/malware-scan.ts'
import { bindRoutes, type Authenticate } from './platform/http/bind.ts'
import type { Handlers } from './platform/http/context.ts'
import { createKeyMeter } from './platform/http/key-meter.ts'
import { registerMcp } from './platform/http/mcp.ts'
import { registerMetaRoutes, type Readiness } from './platform/http/meta-routes.ts'
import type { Meters } from './platform/http/meters.ts'
import { createRunAs } from './platform/http/run-as.ts'
import { createHttpServer, refuseUnknown } from './platform/http/server.ts'
import { createMapArchives } from './platform/maps/map-archives.ts'
import { registerMapArchives } from './platform/maps/serve-archives.ts'
import { createMessages } from './platform/messages/messages.ts'
import type { Services } from './platform/services.ts'
import { programVersion } from './platform/version.ts'
import type { Certificate } from './platform/tls/certificate.ts'
import { consolePage, registerWebAssets } from './platform/web/web-assets.ts'
import { registerWebManifest } from './platform/web/web-manifest.ts'

export type AppParts = Readiness & {
  services: Services
  themes: Themes
  sessions: Sessions
  live: LiveState
  mqttPort: () => number
  /** Folder of the built console; null: another program serves it. */
  webFolder: string | null
  /** Undefined if there is no TLS, or a proxy does it. */
  certificate?: Certificate | undefined
  meters: Meters
}

const screensOn =
  (themes: Themes) =>
  async (caller: Caller, host: string): Promise<readonly Screen[]> =>
    keepOfKey(listScreens(caller, await themes.of(host)), caller.key?.screens)

/** `resolve` of sessions, and of keys by their prefix. */
const withKeys =
  (resolve: Sessions['resolve'], keys: ApiKeys): Authenticate =>
  (token, host, address) =>
    token.startsWith(keyPrefix) ? keys.resolve(token, host, address) : resolve(token, host)

/** Handlers for every route of the contract; a missing one is a type error. */
const createHandlers = (parts: ModuleParts): Handlers<typeof api> => ({
  ...alarms.createHandlers(parts),
  ...campaigns.createHandlers(parts),
  ...figures.createHandlers(parts),
  ...fleet.createHandlers(parts),
  ...flights.createHandlers(parts),
  ...gear.createHandlers(parts),
  ...land.createHandlers(parts),
  ...live.createHandlers(parts),
  ...money.createHandlers(parts),
  ...overview.createHandlers(parts),
  ...people.createHandlers(parts),
  ...programs.createHandlers(parts),
})

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
  // Wait for queued messages to be sent, but no longer than a process manager waits for the program
  // to stop.
  server.addHook('onClose', () =>
    Promise.race([
      messages.settled(),
      new Promise<void>((resume) => void setTimeout(resume, 8_000).unref()),
    ]),
  )
  const payments = createPayments(services, paymentPurposes)
  const screensFor = screensOn(themes)
  const runAs = createRunAs(api, () => handlers, screensFor)
  const handlers = createHandlers({ ...parts, messages, payments, jobKinds, screensFor, runAs })
  const scan = createScan(config, services.log)
  const keys = createApiKeys(services, themes)
  const meterKey = createKeyMeter()
  bindRoutes(server, api, handlers, {
    authenticate: withKeys(sessions.resolve, keys),
    screensFor,
    scan,
    meterKey,
  })
  await registerWechatCallbacks(server, { services, payments })
  registerMcp(server, api, {
    authenticate: withKeys(sessions.authenticate, keys),
    screensFor,
    meterKey,
    version: programVersion,
  })
  registerMetaRoutes(server, api, {
    ...config.edge,
    ready: parts.ready,
    isLeaving: parts.isLeaving,
    meters: parts.meters,
    authenticate: withKeys(sessions.authenticate, keys),
    version: programVersion,
  })
  registerMapArchives(server, createMapArchives(services))
  if (webFolder) {
    registerWebManifest(server, themes)
    await registerWebAssets(server, webFolder)
  }
  refuseUnknown(server, webFolder ? consolePage(webFolder) : async () => null)
  return server
}
