// The people, machines, plots and zones of the demonstration, written.
import { activationCodes } from '@swath/contract/gear/activation-codes'
import { toApplicationType, reviewCodes } from '@swath/contract/people/review-codes'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { polygonBounds } from '@swath/domain/polygon'
import { languages } from '@swath/i18n/languages'
import type { Tx } from '@swath/server/platform/database/database'
import { formatBox } from './box-text.ts'
import { findTimeZone } from '@swath/server/platform/regions/time-zone'
import { loadInBulk } from './bulk-load.queries.ts'
import { insertRows, type Row } from './demonstration.queries.ts'
import { layDrawnPlots, layShares } from './drawn-plots.seed.ts'
import { writeMembers } from './members.seed.ts'
import { writeModels } from './models.seed.ts'
import { findAdmin } from './world.seed.ts'
import { demoRentalModel } from './leasing.seed.ts'
import { layOtherPlots } from './other-fields.seed.ts'
import { demoId, type World, type WorldPlot } from './world-rows.seed.ts'

const dayMs = 86_400_000

/** A company awaiting registration has the data of its application. */
const registeredFacts = (world: World, accountId: string): Row => {
  const proposed = world.applications.find(
    (application) =>
      toApplicationType(application.type) === 'registration' && application.accountId === accountId,
  )?.proposed
  return {
    contact_phone: proposed?.['contactPhone'] ?? findAdmin(world, accountId).phone,
    contact_address: proposed?.['contactAddress'] ?? null,
    legal_name: proposed?.['legal'] ?? null,
    credit_code: proposed?.['creditCode'] ?? null,
  }
}

const findContact = (world: World, accountId: string): string =>
  world.accounts.find(({ id }) => id === accountId)?.contact ?? ''

type DaysAgo = (days: number) => string

const writeAccounts = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'account',
    world.accounts.map((account) => ({
      id: account.id,
      parent_id: account.parent === null ? null : demoId('account', account.parent),
      path: account.path,
      type: account.type,
      operator_type: account.operatorType ?? null,
      name: account.name,
      tag: account.tag ?? null,
      screens: account.screens ?? null,
      region_code: account.regionCode,
      time_zone: account.timeZone,
      theme: account.theme ?? 'default',
      custom_domain: account.customDomain ?? null,
      contact_name: account.contact,
      check_status: account.unaudited ? reviewCodes.waiting : reviewCodes.passed,
      enabled: account.enabled ?? true,
      vip_level: account.vipLevel ?? 0,
      can_create_sub: account.canCreateSub ?? false,
      lease_account: account.leaseAccount ?? false,
      created_at: daysAgo(account.unaudited ? 0.2 : 540),
      ...registeredFacts(world, account.id),
    })),
  )
  await insertRows(
    tx,
    'account_application',
    world.applications.map((application) => ({
      id: application.id,
      account_id: application.accountId,
      type: application.type,
      status: reviewCodes.waiting,
      proposed: application.proposed,
      current: application.current,
      submitted_by: application.submittedBy,
      submitted_at: daysAgo(application.hoursAgo / 24),
    })),
  )
}

/** A county lists some of the products that are named on its flights. */
const writeProducts = (tx: Tx): Promise<void> =>
  insertRows(
    tx,
    'chemical',
    (
      [
        ['Difenoconazole 20% WG', 'fungicide'],
        ['Tebuconazole 43% SC', 'fungicide'],
      ] as const
    ).map(([name, kind]) => ({
      id: demoId('chemical', name),
      account_id: demoId('account', 'huaxian-government'),
      names: Object.fromEntries(languages.map((language) => [language, name])),
      kind,
    })),
  )

const writePeople = async (
  tx: Tx,
  world: World,
  passwordHash: string,
  daysAgo: DaysAgo,
): Promise<void> => {
  await insertRows(
    tx,
    'app_user',
    world.users.map((user) => ({
      id: user.id,
      account_id: user.accountId,
      phone: user.phone,
      name: user.name,
      user_type: user.userType,
      data_scope: 'enterprise',
      password_hash: passwordHash,
      enabled: true,
      settings: {},
      created_at: daysAgo(530),
    })),
  )
}

const writeDrones = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  const rented = world.drones.filter(({ tenantId }) => tenantId !== null)
  await insertRows(
    tx,
    'drone',
    world.drones.map((drone, i) => ({
      id: drone.id,
      name: drone.name,
      model_id: drone.model.id,
      manufacturer_id: drone.model.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      reg_mark: `B-${String(7000 + i * 13)}`,
      rack_no: `R${String(10_000 + i * 37)}`,
      manufacturer_number: `M${String(500 + i)}`,
      buyer: null,
      device_type: 'sprayer',
      sale_type: drone.tenantId ? 2 : 1,
      rental_model: drone.tenantId ? demoRentalModel(rented.indexOf(drone)) : null,
      spray_width_m: null,
      activation: activationCodes.activated,
      locked: false,
      region_code: drone.regionCode,
      firmware: '3.2.1',
      created_at: daysAgo(drone.ageDays),
      released_at: daysAgo(drone.ageDays - 0.1),
      released_by: findContact(world, drone.model.manufacturerId),
      activated_at: daysAgo(drone.ageDays - 0.3),
    })),
  )
  // Each drone belonged to its manufacturer for half a day before its owner had it.
  await insertRows(
    tx,
    'drone_former_parties',
    world.drones.flatMap((drone) =>
      drone.operatorId === null
        ? []
        : [
            {
              drone_id: drone.id,
              until_at: daysAgo(drone.ageDays - 0.5),
              manufacturer_id: drone.model.manufacturerId,
              operator_id: null,
              tenant_id: null,
              region_code: drone.regionCode,
              user_id: null,
              user_name: findContact(world, drone.model.manufacturerId),
            },
          ],
    ),
  )
}

const writePlots = async (
  tx: Tx,
  world: World,
  otherPlots: readonly WorldPlot[],
  daysAgo: DaysAgo,
): Promise<void> => {
  await insertRows(
    tx,
    'plot',
    [...world.plots, ...world.campaignFields.map(({ plot }) => plot), ...otherPlots].map(
      (plot) => ({
        id: plot.id,
        account_id: plot.accountId,
        name: plot.name,
        village: plot.village,
        region_code: plot.regionCode,
        parts: [[plot.ring]],
        bounds: formatBox(polygonBounds([plot.ring])),
        area_m2: plot.areaM2,
        crop_id: plot.cropId,
        shape_at: daysAgo(400),
        created_at: daysAgo(400),
        updated_at: daysAgo(400),
      }),
    ),
  )
  const drawn = layDrawnPlots(world, daysAgo)
  await insertRows(
    tx,
    'plot',
    drawn.map(({ plot }) => plot),
  )
  await insertRows(
    tx,
    'plot_former_shape',
    drawn.map(({ former }) => former),
  )
  await insertRows(tx, 'plot_share', layShares(world, daysAgo))
}

/** Addresses in a domain for examples, so that mails reach no one. */
const toAuthorities = (name: string | null) =>
  name === null
    ? []
    : [
        {
          name,
          contactName: '',
          phone: '',
          email: 'airspace@swath.example',
          siteUrl: '',
          purpose: 'authorisation',
        },
      ]

const writeZones = async (tx: Tx, world: World, daysAgo: DaysAgo): Promise<void> => {
  await insertRows(
    tx,
    'no_fly_zone',
    world.zones.map((zone) => ({
      id: zone.id,
      account_id: zone.accountId,
      name: zone.name,
      type: zone.type,
      shape: zone.shape.kind,
      rings: zone.shape.kind === 'polygon' ? zone.shape.rings : null,
      center_lng: zone.shape.kind === 'circle' ? zone.shape.center[0] : null,
      center_lat: zone.shape.kind === 'circle' ? zone.shape.center[1] : null,
      radius_m: zone.shape.kind === 'circle' ? zone.shape.radiusM : null,
      bounds: formatBox(shapeBounds(zone.shape)),
      area_m2: zone.areaM2,
      region_code: zone.regionCode,
      detail_address: zone.address,
      lower_m: null,
      upper_m: zone.upperM,
      upper_reference: zone.upperReference,
      kind: zone.kind,
      restriction: zone.restriction,
      reasons: zone.reasons,
      message: zone.message,
      authorities: toAuthorities(zone.authority),
      windows: zone.windows,
      time_zone: findTimeZone(zone.regionCode),
      enabled: zone.enabled,
      created_at: daysAgo(450),
      updated_at: daysAgo(430),
    })),
  )
}

export const writeWorld = async (
  tx: Tx,
  world: World,
  passwordHash: string,
  nowMs: number,
  otherPlots: readonly WorldPlot[] = layOtherPlots(world),
): Promise<void> => {
  const daysAgo: DaysAgo = (days) => new Date(nowMs - days * dayMs).toISOString()
  await writeAccounts(tx, world, daysAgo)
  await writeProducts(tx)
  await writePeople(tx, world, passwordHash, daysAgo)
  await writeMembers(tx, passwordHash, nowMs)
  await writeModels(tx, world, daysAgo)
  await writeDrones(tx, world, daysAgo)
  await loadInBulk(tx, ['plot'], () => writePlots(tx, world, otherPlots, daysAgo))
  await writeZones(tx, world, daysAgo)
}
