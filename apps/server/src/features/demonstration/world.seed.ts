// The demonstration's people, machines, plots and zones as plain objects. The same at every start:
// ids follow from names.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2 } from '@swath/domain/polygon'
import type { ZoneShape } from '@swath/domain/zone-shapes'
import {
  demoAccounts,
  demoApplications,
  demoCrops,
  demoDistricts,
  demoModels,
  demoSignIns,
  type DemoAccount,
  type DemoDistrict,
  type DemoModel,
} from '@swath/fixtures/demo-world'
import { demoAirports, demoLocalZones } from '@swath/fixtures/demo-zones'
import type { DroneAbility } from '@swath/simulator/fleet'
import { Random } from '@swath/simulator/random'
import { createHash } from 'node:crypto'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { layPlots } from './plots.seed.ts'

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
  readonly regionCode: string
  readonly ring: readonly LngLat[]
  readonly takeoff: LngLat
  readonly areaM2: number
  readonly cropId: string
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
  /** Names the drones that share plots: one operator and model. */
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
type Facts = Readonly<Record<string, string | null>>
export type World = {
  readonly applications: readonly WorldApplication[]
  readonly accounts: readonly WorldAccount[]
  readonly users: readonly WorldUser[]
  readonly models: readonly WorldDrone['model'][]
  readonly drones: readonly WorldDrone[]
  readonly plots: readonly WorldPlot[]
  readonly zones: readonly WorldZone[]
}

export const buildWorld = (): World => {
  const accounts = accountsOf()
  const idOf = (key: string): string => accounts.get(key)!.id
  const users = usersOf([...accounts.values()])
  const models = demoModels.map((model) => ({
    ...model,
    id: demoId('model', model.key),
    manufacturerId: idOf(model.manufacturer),
  }))
  const fields = fieldsOf(accounts)
  const drones = dronesOf(accounts, users, models, fields.byOperator)
  const plots = [...fields.byOperator.values()].flat()
  return {
    accounts: [...accounts.values()],
    users,
    models,
    drones,
    plots,
    zones: zonesOf(idOf, fields.reach),
    applications: applicationsOf(accounts, users),
  }
}

/** Whom an account names as its contact, too. */
export const adminOf = ({ users }: Pick<World, 'users'>, accountId: string): WorldUser =>
  users.find((user) => user.accountId === accountId && user.userType === 1)!

/** What an account says of itself, as the calls name it. */
const factsOf = (account: WorldAccount, contactPhone: string): Facts => ({
  accountName: account.name,
  regionCode: account.regionCode,
  contactName: account.contact,
  contactPhone,
  contactAddress: null,
  email: null,
  legal: null,
  creditCode: null,
  busiLicense: null,
  companyLogo: null,
})

const applicationsOf = (
  accounts: ReadonlyMap<string, WorldAccount>,
  users: readonly WorldUser[],
): WorldApplication[] =>
  demoApplications.map(({ account: key, type, hoursAgo, proposed }) => {
    const account = accounts.get(key)!
    const admin = adminOf({ users }, account.id)
    const current = factsOf(account, admin.phone)
    return {
      id: demoId('application', key),
      accountId: account.id,
      type,
      hoursAgo,
      submittedBy: admin.id,
      proposed: { ...current, ...proposed },
      current: type === 2 ? current : null,
    }
  })

export const cropOf = (id: string) => demoCrops.find((crop) => crop.id === id)!

export const abilityOf = (model: DemoModel, cropId: string): DroneAbility => ({
  swathWidthM: model.swathWidthM,
  tankL: model.tankL,
  heightM: model.heightM,
  spraySpeedMs: model.spraySpeedMs,
  transitSpeedMs: model.transitSpeedMs,
  doseLHa: cropOf(cropId).doseLHa,
  enduranceS: model.enduranceS,
})

const accountsOf = (): Map<string, WorldAccount> => {
  const accounts = new Map<string, WorldAccount>()
  for (const account of demoAccounts) {
    const id = demoId('account', account.key)
    const parent = account.parent === null ? '' : accounts.get(account.parent)!.path
    accounts.set(account.key, { ...account, id, path: `${parent}${id.replaceAll('-', '')}/` })
  }
  return accounts
}

const usersOf = (accounts: readonly WorldAccount[]): WorldUser[] => {
  const users: WorldUser[] = demoSignIns.map((user) => ({
    id: demoId('user', user.phone),
    accountId: demoId('account', user.account),
    phone: user.phone,
    name: user.name,
    userType: user.userType,
    signIn: true,
  }))
  let number = 0
  for (const account of accounts) {
    const add = (name: string, userType: 1 | 2): void => {
      const phone = phoneOf(account, ++number)
      users.push({
        id: demoId('user', phone),
        accountId: account.id,
        phone,
        name,
        userType,
        signIn: false,
      })
    }
    if (!demoSignIns.some((user) => user.account === account.key)) add(account.contact, 1)
    for (const pilot of account.fleet?.pilots ?? []) add(pilot, 2)
  }
  return users
}

const phoneOf = (account: WorldAccount, number: number): string => {
  const digits = String(number).padStart(4, '0')
  if (account.regionCode.startsWith('764')) return `+66-81000${digits}`
  if (account.regionCode.startsWith('410')) return `+82-101000${digits}`
  if (account.regionCode.startsWith('356')) return `+91-987650${digits}`
  return `+86-1390000${digits}`
}

const operatorsOf = (accounts: ReadonlyMap<string, WorldAccount>) =>
  [...accounts.values()].flatMap((account) =>
    account.fleet ? [{ account, fleet: account.fleet }] : [],
  )

const plotName = (district: DemoDistrict, village: string, number: number): string => {
  if (district.language === 'zh-CN') return `${village}${number}号田`
  if (district.language === 'th') return `${village} แปลงที่ ${number}`
  if (district.language === 'ko') return `${village} ${number}필지`
  return `${village} plot ${number}`
}

const plotsADrone = 2

/**
 * Every village's fields, dealt out to the operators of the district; some of an operator's belong
 * to farmers.
 */
const fieldsOf = (accounts: ReadonlyMap<string, WorldAccount>) => {
  const byOperator = new Map<string, WorldPlot[]>()
  const reach: {
    district: DemoDistrict
    village: DemoDistrict['villages'][number]
    reachM: number
  }[] = []
  for (const district of demoDistricts) {
    const random = new Random(`demonstration/plots/${district.key}`)
    const operators = operatorsOf(accounts).filter(({ fleet }) => fleet.district === district.key)
    const needed = operators.reduce((sum, { fleet }) => sum + fleet.drones * plotsADrone, 0)
    const laid = district.villages.flatMap((village, i) => {
      const count =
        Math.floor(needed / district.villages.length) +
        (i < needed % district.villages.length ? 1 : 0)
      const { plots, reachM } = layPlots(district, village, count, random)
      reach.push({ district, village, reachM })
      return plots
    })
    let next = 0
    for (const { account, fleet } of operators) {
      const farmers = [...accounts.values()].flatMap((one) =>
        one.plots?.sprayedBy === account.key ? Array<string>(one.plots.count).fill(one.id) : [],
      )
      byOperator.set(
        account.key,
        Array.from({ length: fleet.drones * plotsADrone }, (_, i) => {
          const plot = laid[next++]!
          const cropId = district.crops[random.integer(0, district.crops.length - 1)]!
          return {
            id: demoId('plot', `${district.key}/${plot.village}/${plot.number}`),
            accountId: farmers[i] ?? account.id,
            name: plotName(district, plot.village, plot.number),
            regionCode: district.regionCode,
            ring: plot.ring,
            takeoff: plot.takeoff,
            areaM2: areaM2([plot.ring]),
            cropId,
          }
        }),
      )
    }
  }
  return { byOperator, reach }
}

const dronesOf = (
  accounts: ReadonlyMap<string, WorldAccount>,
  users: readonly WorldUser[],
  models: World['models'],
  plots: ReadonlyMap<string, readonly WorldPlot[]>,
): WorldDrone[] => {
  const random = new Random('demonstration/drones')
  const made = new Map<string, number>()
  return operatorsOf(accounts).flatMap(({ account, fleet }) => {
    const district = demoDistricts.find((one) => one.key === fleet.district)!
    const pilotIds = users
      .filter((user) => user.accountId === account.id && user.userType === 2)
      .map((user) => user.id)
    return Array.from({ length: fleet.drones }, (_, i): WorldDrone => {
      const model = models.find(
        (one) => one.key === fleet.models[Math.floor((i * fleet.models.length) / fleet.drones)],
      )!
      const serial = (made.get(model.key) ?? 0) + random.integer(1, 9)
      made.set(model.key, serial)
      const ageDays = random.chance(0.15) ? random.integer(8, 300) : random.integer(380, 520)
      return {
        id: `${model.key}-${random.integer(24, 25)}${String(random.integer(1, 12)).padStart(2, '0')}-${String(serial).padStart(5, '0')}`,
        name: `${fleet.prefix}-${String(i + 1).padStart(2, '0')}`,
        model,
        operatorId: fleet.rentsFrom ? null : account.id,
        tenantId: fleet.rentsFrom ? account.id : null,
        regionCode: account.regionCode,
        district,
        pilotIds,
        pool: `${account.key}/${model.key}`,
        ageDays,
        plots: plots.get(account.key)!.slice(i * plotsADrone, (i + 1) * plotsADrone),
      }
    })
  })
}

const zonesOf = (
  idOf: (key: string) => string,
  villages: ReturnType<typeof fieldsOf>['reach'],
): WorldZone[] => {
  const random = new Random('demonstration/zones')
  const ownerOf = (regionCode: string): string =>
    regionCode === '156410526'
      ? idOf('huaxian-government')
      : regionCode.startsWith('15633')
        ? idOf('zhejiang')
        : idOf('platform')
  const airports = demoAirports.map((airport): WorldZone => {
    const shape: ZoneShape =
      'radiusM' in airport.shape
        ? { kind: 'circle', center: airport.at, radiusM: airport.shape.radiusM }
        : {
            kind: 'polygon',
            rings: [
              boxRing(
                airport.at,
                airport.shape.lengthM,
                airport.shape.widthM,
                airport.shape.runwayDeg,
              ),
            ],
          }
    return {
      id: demoId('zone', airport.name),
      accountId: ownerOf(airport.regionCode),
      name: airport.name,
      type: 2,
      shape,
      areaM2: shapeArea(shape),
      regionCode: airport.regionCode,
      address: airport.address,
      upperM: airport.upperM,
      enabled: airport.enabled,
    }
  })
  // One beside a village, outside all its fields: who enters it has left his work.
  const local = villages.map(({ district, village, reachM }, i): WorldZone => {
    const angle = random.between(0, 2 * Math.PI)
    const plane = new LocalPlane(village.at[0], village.at[1])
    const offM = reachM + random.between(420, 520)
    const center = plane.fromPlane(offM * Math.cos(angle), offM * Math.sin(angle))
    const shape: ZoneShape =
      i % 3 === 0
        ? {
            kind: 'polygon',
            rings: [
              boxRing(
                center,
                random.between(260, 340),
                random.between(180, 240),
                random.between(0, 90),
              ),
              ...(i % 6 === 0 ? [boxRing(center, 60, 40, 20)] : []),
            ],
          }
        : { kind: 'circle', center, radiusM: Math.round(random.between(110, 190)) }
    const names = demoLocalZones[district.language]
    return {
      id: demoId('zone', `${district.key}/${village.name}`),
      accountId: ownerOf(district.regionCode),
      name: `${village.name} ${names[i % names.length]!}`,
      type: 1,
      shape,
      areaM2: shapeArea(shape),
      regionCode: district.regionCode,
      address: village.name,
      upperM: i % 4 === 0 ? 120 : null,
      enabled: i % 9 !== 8,
    }
  })
  return [...airports, ...local]
}

const shapeArea = (shape: ZoneShape): number =>
  shape.kind === 'circle' ? Math.PI * shape.radiusM ** 2 : areaM2(shape.rings)

/** A box with cut corners along a bearing, closed. */
const boxRing = (center: LngLat, lengthM: number, widthM: number, bearingDeg: number): LngLat[] => {
  const plane = new LocalPlane(center[0], center[1])
  const turn = (bearingDeg * Math.PI) / 180
  const [x, y] = [lengthM / 2, widthM / 2]
  const cut = Math.min(x, y) * 0.35
  const corners = [
    [-x + cut, -y],
    [x - cut, -y],
    [x, -y + cut],
    [x, y - cut],
    [x - cut, y],
    [-x + cut, y],
    [-x, y - cut],
    [-x, -y + cut],
    [-x + cut, -y],
  ] as const
  return corners.map(([along, across]) =>
    plane.fromPlane(
      along * Math.sin(turn) + across * Math.cos(turn),
      along * Math.cos(turn) - across * Math.sin(turn),
    ),
  )
}
