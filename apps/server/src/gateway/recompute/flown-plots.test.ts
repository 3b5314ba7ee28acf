import { expect, test } from 'vitest'
import { tx } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { insertAccount } from '../../platform/auth/testing.queries.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { plotsBelow } from './flying-drone.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)

const insertPlot = async (accountId: string, lng: number): Promise<string> => {
  const id = crypto.randomUUID()
  const ring = [
    [lng, 30],
    [lng + 0.001, 30],
    [lng + 0.001, 30.001],
    [lng, 30.001],
    [lng, 30],
  ]
  await db
    .insertInto('plot')
    .values({
      id,
      account_id: accountId,
      name: 'P',
      region_code: '156330106',
      parts: JSON.stringify([[ring]]),
      bounds: `(${lng + 0.001},30.001),(${lng},30)`,
      area_m2: 10_000,
      crop_id: 'rice',
      created_by: null,
      shape_at: new Date(0),
    })
    .execute()
  return id
}
const find = (lng: number, at: string, workers: readonly (string | null)[]) =>
  tx(db, (trx) =>
    plotsBelow(
      trx,
      { minLng: lng, maxLng: lng + 0.0005, minLat: 30, maxLat: 30.0005 },
      new Date(at),
      workers,
    ),
  )

test('plots of the company for which a drone works come first, including its parent and subordinate accounts', async () => {
  const platform = await insertAccount(db, { type: 'platform' })
  const company = await insertAccount(db, { type: 'operator', parent: platform })
  const branch = await insertAccount(db, { type: 'operator', parent: company })
  const farmer = await insertAccount(db, { type: 'farmer', parent: platform })
  const owners = { platform, company, branch, farmer }
  const plots = new Map<string, string>()
  for (const [name, account] of Object.entries(owners))
    plots.set(await insertPlot(account.id, 120), name)
  const ranks = async (...workers: readonly (string | null)[]) =>
    Object.fromEntries(
      (await find(120, '2026-06-01T00:00:00Z', workers)).map((plot) => [
        plots.get(plot.id),
        plot.rank,
      ]),
    )
  const ofCompany = { platform: 1, company: 0, branch: 0, farmer: 1 }
  expect(await ranks(null, branch.id)).toEqual(ofCompany)
  expect(await ranks(company.id, null)).toEqual(ofCompany)
  expect(await ranks(null, null)).toEqual({ platform: 1, company: 1, branch: 1, farmer: 1 })
})

test('the crop is that of the season on that day, in the owner’s time zone; otherwise the plot’s', async () => {
  const owner = await insertAccount(db, { type: 'farmer', time_zone: 'Asia/Shanghai' })
  const plotId = await insertPlot(owner.id, 121)
  await db
    .insertInto('plot_season')
    .values({ plot_id: plotId, crop_id: 'wheat', from_day: '2025-11-01', until_day: '2026-05-31' })
    .execute()
  const cropAt = async (at: string) => (await find(121, at, []))[0]!.cropId
  expect(await cropAt('2026-05-31T15:59:00Z')).toBe('wheat')
  expect(await cropAt('2026-05-31T16:01:00Z')).toBe('rice')
  expect(await cropAt('2025-10-31T16:00:00Z')).toBe('wheat')
})
