// The demonstration's leasing: a manufacturer lends its drones to one operator, one of them shared;
// other clients are being set up, have not used their code yet, or have no leases now.
import { createHash } from 'node:crypto'
import type { Tx } from '@swath/server/platform/database/database'
import { composeContract, hashActivationCode } from '@swath/server/modules/money/public'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World, type WorldAccount, type WorldDrone } from './world-rows.seed.ts'
import { findAdmin } from './world.seed.ts'

const dayMs = 86_400_000
const lessorKey = 'tianxiang'
const tenantKey = 'gongxiang'

/**
 * By position among the rented drones: eight by area or time, one by either, the last one shared.
 */
export const demoRentalModel = (place: number): 1 | 2 | 3 | 5 =>
  place === 9 ? 5 : place === 8 ? 3 : place > 5 ? 2 : 1

/** Content of the QR code on the shared drone. */
const shareToken = 'demo-shared-drone-2026'

type DemoClient = {
  name: string
  contact: string
  phone: string
  tenant?: string
  state: 0 | 1 | 2
  muYuan: number
  hourYuan: number
  daysAgo: number
  locks?: boolean
  note?: string
}
const demoClients: readonly DemoClient[] = [
  {
    name: '湖州共享飞防服务有限公司',
    contact: '潘晓东',
    phone: '0572-8060109',
    tenant: tenantKey,
    state: 2,
    muYuan: 3.5,
    hourYuan: 280,
    daysAgo: 520,
    note: '年度框架客户,月底对账。',
  },
  {
    name: '水乡植保服务队',
    contact: '陆军',
    phone: '0572-8213307',
    tenant: 'shuixiang',
    state: 2,
    muYuan: 3.8,
    hourYuan: 300,
    daysAgo: 140,
    locks: true,
  },
  {
    name: '德清新市植保专业合作社',
    contact: '沈建良',
    phone: '13857260031',
    state: 1,
    muYuan: 4,
    hourYuan: 320,
    daysAgo: 3,
  },
  {
    name: '南浔丰谷农业服务队',
    contact: '费国平',
    phone: '13905820046',
    state: 0,
    muYuan: 4,
    hourYuan: 320,
    daysAgo: 1,
    note: '价格待确认。',
  },
]

type Written = { id: number; line: DemoClient; tenant: WorldAccount | null }
type Making = { tx: Tx; world: World; nowMs: number; lessor: WorldAccount }

const accountOf = ({ accounts }: World, key: string): WorldAccount =>
  accounts.find((account) => account.key === key)!

const toPrices = ({ muYuan, hourYuan }: Pick<DemoClient, 'muYuan' | 'hourYuan'>) => ({
  currency: 'CNY' as const,
  mu_unit_price_minor: Math.round(muYuan * 100),
  hour_unit_price_minor: Math.round(hourYuan * 100),
})

const writeClients = async ({ tx, world, nowMs, lessor }: Making): Promise<Written[]> => {
  const written: Written[] = []
  const by = findAdmin(world, lessor.id).name
  for (const line of demoClients) {
    const tenant = line.tenant === undefined ? null : accountOf(world, line.tenant)
    const at = new Date(nowMs - line.daysAgo * dayMs)
    const { id } = await tx
      .insertInto('rental_client')
      .values({
        lessor_account_id: lessor.id,
        tenant_account_id: tenant?.id ?? null,
        name: line.name,
        contact: line.contact,
        phone: line.phone,
        note: line.note ?? '',
        ...toPrices(line),
        state: line.state,
        warn_below_minor: line.state === 2 ? 50_000 : null,
        locks_when_empty: line.locks ?? false,
        grace_minor: line.locks ? 20_000 : 0,
        code_hash: line.state === 1 ? hashActivationCode('DEM0C0DE2026') : null,
        code_until: line.state === 1 ? new Date(nowMs + 4 * dayMs) : null,
        activated_at: tenant ? at : null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const price = { client_id: id, ...toPrices(line), user_name: by }
    await insertRows(tx, 'rental_client_price', [
      // The first had another price before.
      ...(line.daysAgo > 400
        ? [{ ...price, mu_unit_price_minor: 380, from_at: at.toISOString() }]
        : []),
      {
        ...price,
        from_at: new Date(
          nowMs - Math.min(line.daysAgo, 400) * dayMs + (line.daysAgo > 400 ? 1 : 0),
        ).toISOString(),
      },
    ])
    written.push({ id, line, tenant })
  }
  return written
}

const toParty = ({ name, contact }: WorldAccount) => ({ name, contact, number: '', address: '' })

const writeContracts = async (
  { tx, world, nowMs, lessor }: Making,
  clients: readonly Written[],
): Promise<Map<number, string>> => {
  const signed = new Map<number, string>()
  for (const { id: clientId, line, tenant } of clients) {
    if (!tenant) continue
    // Both parties signed the first long ago; the other awaits the tenant's signature.
    const isSigned = tenant.key === tenantKey
    const at = new Date(nowMs - (isSigned ? line.daysAgo - 1 : 2) * dayMs)
    const prices = toPrices(line)
    const document = composeContract(
      {
        day: at.toISOString().slice(0, 10),
        lessor: toParty(lessor),
        tenant: toParty(tenant),
        currency: prices.currency,
        muUnitPriceMinor: prices.mu_unit_price_minor,
        hourUnitPriceMinor: prices.hour_unit_price_minor,
        locksWhenEmpty: line.locks ?? false,
        graceMinor: line.locks ? 20_000 : 0,
      },
      'zh-CN',
    )
    const id = demoId('leaseContract', line.name)
    const [ours, theirs] = [findAdmin(world, lessor.id), findAdmin(world, tenant.id)]
    await tx
      .insertInto('lease_contract')
      .values({
        id,
        client_id: clientId,
        lessor_account_id: lessor.id,
        language: 'zh-CN',
        document,
        document_hash: createHash('sha256').update(document).digest(),
        lessor_signed_at: new Date(at.getTime() + 3_600_000),
        lessor_signer_id: ours.id,
        lessor_signer_name: ours.name,
        tenant_signed_at: isSigned ? new Date(at.getTime() + 9_000_000) : null,
        tenant_signer_id: isSigned ? theirs.id : null,
        tenant_signer_name: isSigned ? theirs.name : null,
        created_at: at,
      })
      .execute()
    if (isSigned) signed.set(clientId, id)
  }
  return signed
}

type Lent = { drone: WorldDrone; place: number; client: Written; contractId: string | null }

/** The common fields of all leases of a drone. */
const toLease = (
  { world, lessor }: Making,
  { drone, place, client, contractId }: Lent,
  startsAt: Date,
) => {
  const model = demoRentalModel(place)
  return {
    lessor_account_id: lessor.id,
    client_id: model === 5 ? null : client.id,
    drone_id: drone.id,
    contract_id: contractId,
    rental_model: model,
    charge_by: model === 2 ? ('hour' as const) : ('mu' as const),
    ...toPrices(client.line),
    share_token: model === 5 ? shareToken : null,
    starts_at: startsAt,
    created_by: findAdmin(world, lessor.id).name,
  }
}

const writeLeases = async (
  making: Making,
  client: Written,
  contractId: string | null,
): Promise<void> => {
  const { tx, world, nowMs } = making
  const rented = world.drones.filter(({ tenantId }) => tenantId === client.tenant!.id)
  for (const [place, drone] of rented.entries()) {
    const lent = { drone, place, client, contractId }
    // Before its first flight.
    const startsAt = new Date(nowMs - (drone.ageDays - 0.4) * dayMs)
    const renewedAt = new Date(nowMs - 45 * dayMs)
    const isRenewed = place < 2 && renewedAt > startsAt
    // Two were returned once and leased again immediately.
    if (isRenewed)
      await tx
        .insertInto('lease')
        .values({ ...toLease(making, lent, startsAt), returned_at: renewedAt })
        .execute()
    const begun = isRenewed ? renewedAt : startsAt
    const { id } = await tx
      .insertInto('lease')
      .values(toLease(making, lent, begun))
      .returning('id')
      .executeTakeFirstOrThrow()
    if (demoRentalModel(place) === 5) {
      const user = findAdmin(world, client.tenant!.id)
      await tx
        .insertInto('shared_use')
        .values({
          lease_id: id,
          client_id: client.id,
          user_id: user.id,
          user_name: user.name,
          from_at: begun,
        })
        .execute()
    }
  }
}

const writeBasicPrices = async ({ tx, nowMs, lessor, world }: Making): Promise<void> => {
  const year = new Date(nowMs).getUTCFullYear()
  const model = world.models.find(({ manufacturerId }) => manufacturerId === lessor.id)!
  const lines = [
    {
      key: 'last',
      modelId: null,
      rentalModel: 1,
      mu: 420,
      hour: 33_000,
      from: year - 1,
      until: `${year - 1}-12-31`,
    },
    {
      key: 'mu',
      modelId: null,
      rentalModel: 1,
      mu: 400,
      hour: 32_000,
      from: year,
      until: `${year}-12-31`,
    },
    { key: 'hour', modelId: null, rentalModel: 2, mu: 400, hour: 32_000, from: year, until: null },
    {
      key: 'shared',
      modelId: null,
      rentalModel: 5,
      mu: 450,
      hour: 36_000,
      from: year,
      until: null,
    },
    {
      key: 'model',
      modelId: model.id,
      rentalModel: 5,
      mu: 520,
      hour: 40_000,
      from: year,
      until: null,
    },
    {
      key: 'next',
      modelId: null,
      rentalModel: 1,
      mu: 390,
      hour: 31_000,
      from: year + 1,
      until: null,
    },
  ] as const
  await insertRows(
    tx,
    'basic_price',
    lines.map((line) => ({
      id: demoId('basicPrice', line.key),
      lessor_account_id: lessor.id,
      model_id: line.modelId,
      rental_model: line.rentalModel,
      currency: 'CNY',
      mu_unit_price_minor: line.mu,
      hour_unit_price_minor: line.hour,
      valid_from: `${line.from}-01-01`,
      valid_until: line.until,
      note: '',
      version: 1,
    })),
  )
}

export const writeLeasing = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const making: Making = { tx, world, nowMs, lessor: accountOf(world, lessorKey) }
  const clients = await writeClients(making)
  const signed = await writeContracts(making, clients)
  const renting = clients.find(({ line }) => line.tenant === tenantKey)!
  await writeLeases(making, renting, signed.get(renting.id) ?? null)
  await writeBasicPrices(making)
}
