// The demonstration's people, machines, plots and zones as plain objects. The same at every start:
// ids are derived from names.
import { userTypeCodes } from '@swath/domain/access/rights'
import { areaM2 } from '@swath/domain/polygon'
import { demoCrops, demoDistricts, type DemoDistrict } from './data/districts.ts'
import { demoModels, type DemoModel } from './data/models.ts'
import { demoAccounts, demoApplications, demoSignIns } from './data/accounts.ts'
import type { DroneAbility } from '@swath/simulator/fleet'
import { Random } from '@swath/simulator/random'
import { layCampaignFields } from './campaign-fields.seed.ts'
import { layPlots } from './plots.seed.ts'
import { buildZones } from './zones.seed.ts'
import {
  type Facts,
  type World,
  type WorldAccount,
  type WorldApplication,
  type WorldDrone,
  type WorldPlot,
  type WorldUser,
  demoId,
  type VillageReach,
} from './world-rows.seed.ts'

export const buildWorld = (): World => {
  const accounts = buildAccounts()
  const findAccountId = (key: string): string => accounts.get(key)!.id
  const users = buildUsers([...accounts.values()])
  const models = demoModels.map((model) => ({
    ...model,
    id: demoId('model', model.key),
    manufacturerId: findAccountId(model.manufacturer),
  }))
  const fields = dealFields(accounts)
  const drones = buildDrones(accounts, users, models, fields.byOperator)
  const plots = [...fields.byOperator.values()].flat()
  const zones = buildZones(findAccountId, fields.reach)
  return {
    accounts: [...accounts.values()],
    users,
    models,
    drones,
    plots,
    campaignFields: layCampaignFields({ plots, zones, drones }, ({ district }, village, number) =>
      plotName(district, village, number),
    ),
    zones,
    villages: fields.reach,
    applications: buildApplications(accounts, users),
  }
}

/** The admin is also the account's contact. */
export const findAdmin = ({ users }: Pick<World, 'users'>, accountId: string): WorldUser =>
  users.find((user) => user.accountId === accountId && user.userType === userTypeCodes.superAdmin)!

/** The account's own details, by their names in the API. */
const toFacts = (account: WorldAccount, contactPhone: string): Facts => ({
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

const buildApplications = (
  accounts: ReadonlyMap<string, WorldAccount>,
  users: readonly WorldUser[],
): WorldApplication[] =>
  demoApplications.map(({ account: key, type, hoursAgo, proposed }) => {
    const account = accounts.get(key)!
    const admin = findAdmin({ users }, account.id)
    const current = toFacts(account, admin.phone)
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

export const findCrop = (id: string) => demoCrops.find((crop) => crop.id === id)!

export const toDroneAbility = (model: DemoModel, cropId: string): DroneAbility => ({
  swathWidthM: model.swathWidthM,
  tankL: model.tankL,
  heightM: model.heightM,
  spraySpeedMs: model.spraySpeedMs,
  transitSpeedMs: model.transitSpeedMs,
  doseLHa: findCrop(cropId).doseLHa,
  enduranceS: model.enduranceS,
})

const buildAccounts = (): Map<string, WorldAccount> => {
  const accounts = new Map<string, WorldAccount>()
  for (const account of demoAccounts) {
    const id = demoId('account', account.key)
    const parent = account.parent === null ? '' : accounts.get(account.parent)!.path
    accounts.set(account.key, { ...account, id, path: `${parent}${id.replaceAll('-', '')}/` })
  }
  return accounts
}

const buildUsers = (accounts: readonly WorldAccount[]): WorldUser[] => {
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
      const phone = buildPhone(account, ++number)
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

const buildPhone = (account: WorldAccount, number: number): string => {
  const digits = String(number).padStart(4, '0')
  if (account.regionCode.startsWith('764')) return `+66-81000${digits}`
  if (account.regionCode.startsWith('410')) return `+82-101000${digits}`
  if (account.regionCode.startsWith('356')) return `+91-987650${digits}`
  return `+86-1390000${digits}`
}

const listOperators = (accounts: ReadonlyMap<string, WorldAccount>) =>
  [...accounts.values()].flatMap((account) =>
    account.fleet ? [{ account, fleet: account.fleet }] : [],
  )

export const plotName = (district: DemoDistrict, village: string, number: number): string => {
  if (district.language === 'zh-CN') return `${village}${number}号田`
  if (district.language === 'th') return `${village} แปลงที่ ${number}`
  if (district.language === 'ko') return `${village} ${number}필지`
  return `${village} plot ${number}`
}

const plotsADrone = 2

/**
 * Distributes every village's fields among the operators of the district; some of an operator's
 * fields belong to farmers.
 */
const dealFields = (accounts: ReadonlyMap<string, WorldAccount>) => {
  const byOperator = new Map<string, WorldPlot[]>()
  const reach: VillageReach[] = []
  for (const district of demoDistricts) {
    const random = new Random(`demonstration/plots/${district.key}`)
    const operators = listOperators(accounts).filter(({ fleet }) => fleet.district === district.key)
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
            village: plot.village,
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

const buildDrones = (
  accounts: ReadonlyMap<string, WorldAccount>,
  users: readonly WorldUser[],
  models: World['models'],
  plots: ReadonlyMap<string, readonly WorldPlot[]>,
): WorldDrone[] => {
  const random = new Random('demonstration/drones')
  const made = new Map<string, number>()
  return listOperators(accounts).flatMap(({ account, fleet }) => {
    const district = demoDistricts.find((one) => one.key === fleet.district)!
    const pilotIds = users
      .filter((user) => user.accountId === account.id && user.userType === userTypeCodes.pilot)
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
