// Every call of the server, by the name that both sides use.
import type { Route } from './kit.ts'
import { fileRoutes } from './files.ts'
import { alarmsRoutes } from './alarms/routes.ts'
import { campaignsRoutes } from './campaigns/routes.ts'
import { figuresRoutes } from './figures/routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { flightsRoutes } from './flights/routes.ts'
import { gearRoutes } from './gear/routes.ts'
import { landRoutes } from './land/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { programsRoutes } from './programs/routes.ts'

export const api = {
  ...peopleRoutes,
  ...overviewRoutes,
  ...fileRoutes,
  ...liveRoutes,
  ...alarmsRoutes,
  ...flightsRoutes,
  ...fleetRoutes,
  ...gearRoutes,
  ...campaignsRoutes,
  ...landRoutes,
  ...figuresRoutes,
  ...moneyRoutes,
  ...programsRoutes,
} as const satisfies Record<string, Route>

export type Api = typeof api
export type Operation = keyof Api
