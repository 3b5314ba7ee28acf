// The demonstration's models: those in use, some that are not sold yet, and their serial numbers.
import type { Tx } from '@swath/server/platform/database/database'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World } from './world-rows.seed.ts'

/** In the catalogue, but not sold yet. */
const unsold = [
  {
    maker: 'tianxiang',
    name: '天翔 T16',
    shape: 'four',
    power: 'electric',
    tankL: 16,
    swathWidthM: 4,
  },
  {
    maker: 'tianxiang',
    name: '天翔 TH80',
    shape: 'single',
    power: 'oil',
    tankL: 80,
    swathWidthM: 9,
  },
  { maker: 'heitu', name: '黑土 H30', shape: 'six', power: 'electric', tankL: 30, swathWidthM: 6 },
] as const

/** Serial numbers begin with the model and the year and month of manufacture. */
const years = ['24', '25', '26']

export const writeModels = async (
  tx: Tx,
  world: World,
  daysAgo: (days: number) => string,
): Promise<void> => {
  const row = (
    model: { name: string; shape: string; power: string; tankL: number; swathWidthM: number },
    id: string,
    manufacturerId: string,
    days: number,
  ) => ({
    id,
    manufacturer_id: manufacturerId,
    name: model.name,
    shape: model.shape,
    power: model.power,
    tank_l: model.tankL,
    swath_width_m: model.swathWidthM,
    created_at: daysAgo(days),
    updated_at: daysAgo(days),
  })
  await insertRows(tx, 'drone_model', [
    ...world.models.map((model) => row(model, model.id, model.manufacturerId, 535)),
    ...unsold.map((model, i) =>
      row(model, demoId('model', model.name), demoId('account', model.maker), 20 + i * 15),
    ),
  ])
  await insertRows(
    tx,
    'drone_model_range',
    world.models.flatMap((model) =>
      years.map((year) => ({
        id: demoId('model-range', `${model.key}-${year}`),
        model_id: model.id,
        first_id: `${model.key}-${year}01-00001`,
        last_id: `${model.key}-${year}12-99999`,
        created_at: daysAgo(530),
      })),
    ),
  )
}
