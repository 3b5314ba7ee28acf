// The content of the demonstration, as plain objects.
import type { LngLat } from '@swath/domain/lng-lat'
import type { WeeklyWindow } from '@swath/domain/weekly-windows'
import type { ZoneShape } from '@swath/domain/zone-shapes'
import type {
  VerticalReference,
  ZoneKind,
  ZoneReason,
  ZoneRestriction,
} from '@swath/domain/zone-terms'
import type { DemoDistrict } from './data/districts.ts'
import type { DemoModel } from './data/models.ts'
import type { DemoAccount } from './data/account.ts'
import { createHash } from 'node:crypto'
import { uuidFromHash } from '@swath/server/platform/database/uuid'

export const demoId = (kind: string, key: string): string =>
  uuidFromHash(createHash('sha256').update(`demonstration/${kind}/${key}`).digest())

export type WorldAccount = DemoAccount & { readonly id: string; readonly path: string }
export type WorldUser = {
  readonly id: string
  readonly accountId: string
  readonly phone: string
  readonly name: string
  readonly userType: 1 | 2 | 3 | 4 | 5 | 6
  readonly signIn: boolean
}
export type WorldPlot = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly village: string
  readonly regionCode: string
  readonly ring: readonly LngLat[]
  readonly takeoff: LngLat
  readonly areaM2: number
  readonly cropId: string
}
/** A field that a government has drawn for its campaigns. */
export type CampaignField = {
  readonly plot: WorldPlot
  /** The plot whose shape it has, and its distance to the east of it, in steps of longitude. */
  readonly like: string
  readonly eastSteps: number
  /** The field was never sprayed. */
  readonly isWaiting: boolean
}
/** Distance of a village's fields from its middle. */
export type VillageReach = {
  readonly district: DemoDistrict
  readonly village: DemoDistrict['villages'][number]
  readonly reachM: number
}
export type WorldDrone = {
  readonly id: string
  readonly name: string
  readonly model: DemoModel & { readonly id: string; readonly manufacturerId: string }
  readonly operatorId: string | null
  readonly tenantId: string | null
  readonly regionCode: string
  readonly district: DemoDistrict
  readonly pilotIds: readonly string[]
  readonly plots: readonly WorldPlot[]
  /** Identifies drones that share plots: those of one operator and model. */
  readonly pool: string
  /** Days before the seed on which it was registered. */
  readonly ageDays: number
}
export type WorldZone = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly type: 1 | 2
  readonly shape: ZoneShape
  readonly areaM2: number
  readonly regionCode: string
  readonly address: string
  readonly upperM: number | null
  readonly enabled: boolean
  readonly kind: ZoneKind
  readonly restriction: ZoneRestriction
  readonly reasons: readonly ZoneReason[]
  readonly message: string
  readonly authority: string | null
  readonly windows: readonly WeeklyWindow[]
  readonly upperReference: VerticalReference
}
export type WorldApplication = {
  readonly id: string
  readonly accountId: string
  readonly type: 1 | 2
  readonly hoursAgo: number
  readonly submittedBy: string
  readonly proposed: Facts
  readonly current: Facts | null
}
export type Facts = Readonly<Record<string, string | null>>
export type World = {
  readonly applications: readonly WorldApplication[]
  readonly accounts: readonly WorldAccount[]
  readonly users: readonly WorldUser[]
  readonly models: readonly WorldDrone['model'][]
  readonly drones: readonly WorldDrone[]
  readonly plots: readonly WorldPlot[]
  readonly campaignFields: readonly CampaignField[]
  readonly zones: readonly WorldZone[]
  readonly villages: readonly VillageReach[]
}
