import type { Db } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'

type Holding = { db: Db; accountId: string; name: string; modelId: string }

const newId = (): string => uuidv7(Date.now())

const insertModel = async ({ db, accountId, name, modelId }: Holding): Promise<void> => {
  await db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: accountId,
      name,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5.5,
      picture_url: null,
    })
    .execute()
}

const insertDrones = async ({ db, accountId, name, modelId }: Holding): Promise<void> => {
  await db
    .insertInto('drone')
    .values(
      [`${name}-1`, `${name}-2`].map((droneId, i) => ({
        id: droneId,
        name: droneId,
        model_id: modelId,
        manufacturer_id: accountId,
        operator_id: i === 0 ? accountId : null,
        tenant_id: i === 1 ? accountId : null,
        reg_mark: null,
        rack_no: null,
        manufacturer_number: null,
        buyer: null,
        rental_model: null,
        spray_width_m: 5.5,
        region_code: '156330106',
        firmware: null,
      })),
    )
    .execute()
}

const insertPlot = async ({ db, accountId, name }: Holding): Promise<void> => {
  await db
    .insertInto('plot')
    .values({
      id: newId(),
      account_id: accountId,
      name,
      region_code: '156330106',
      parts: '[]',
      bounds: '((1,1),(0,0))',
      area_m2: 1,
      crop_id: null,
      created_by: null,
    })
    .execute()
}

const insertZone = async ({ db, accountId, name }: Holding): Promise<void> => {
  await db
    .insertInto('no_fly_zone')
    .values({
      id: newId(),
      account_id: accountId,
      name,
      type: 1,
      shape: 'circle',
      rings: null,
      center_lng: 0,
      center_lat: 0,
      radius_m: 1,
      bounds: '((1,1),(0,0))',
      area_m2: 1,
      region_code: '156330106',
      lower_m: null,
      upper_m: null,
      valid_from: null,
      valid_until: null,
      created_by: null,
    })
    .execute()
}

const insertSortie = async ({ db, accountId, name }: Holding): Promise<void> => {
  await db
    .insertInto('sortie')
    .values({
      drone_id: `${name}-1`,
      id: newId(),
      number: 1,
      state: 'closed',
      close_reason: 'landing',
      start_at: new Date(0),
      end_at: new Date(1),
      point_count: 0,
      bounds: null,
      manufacturer_id: accountId,
      operator_id: accountId,
      tenant_id: null,
      pilot_id: null,
      region_code: null,
    })
    .execute()
}

/** A published bulletin, or a draft with a file. */
export const insertBulletinOf = async (
  db: Db,
  accountId: string,
  state: 'draft' | 'published',
): Promise<void> => {
  const id = newId()
  const moment = new Date(0)
  await db
    .insertInto('bulletin')
    .values({
      id,
      account_id: accountId,
      state,
      texts: '[]',
      target_types: ['operator'],
      target_regions: [],
      publish_at: null,
      published_at: state === 'published' ? moment : null,
      recalled_at: null,
      created_by: accountId,
      created_by_name: 'Li Na',
      created_at: moment,
      updated_at: moment,
    })
    .execute()
  await db
    .insertInto('bulletin_file')
    .values({
      id: newId(),
      key: id,
      bulletin_id: id,
      account_id: accountId,
      name: 'rules.pdf',
      bytes: 1,
      uploaded_by: accountId,
      uploaded_at: moment,
      unclaimed_since: moment,
    })
    .execute()
}

const insertApplication = async ({ db, accountId }: Holding): Promise<void> => {
  await db
    .insertInto('account_application')
    .values({
      id: newId(),
      account_id: accountId,
      type: 2,
      proposed: '{}',
      current: '{}',
      submitted_by: accountId,
      submitted_at: new Date(0),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
    })
    .execute()
}

/**
 * Inserts one of everything that an account may still have, with two drones that it made: it owns
 * one and rents the other.
 */
export const insertHoldings = async (db: Db, accountId: string): Promise<void> => {
  const modelId = newId()
  const holding = { db, accountId, modelId, name: `H-${modelId.slice(-12)}` }
  await insertModel(holding)
  await insertDrones(holding)
  await insertPlot(holding)
  await insertZone(holding)
  await insertSortie(holding)
  await insertBulletinOf(db, accountId, 'published')
  await insertApplication(holding)
}
