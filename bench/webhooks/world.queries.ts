// An account with drones, a key and a webhook; and the events, by changes of the drones' states.
import { randomUUID } from 'node:crypto'
import { screens } from '@swath/domain/access/screens'
import { insertAccount, insertUser } from '@swath/server/platform/auth/testing.queries'
import { sealerUnder } from '@swath/server/platform/config/master-key'
import type { Db } from '@swath/server/platform/database/database'
import {
  insertDroneRow,
  insertModel,
} from '@swath/server/modules/flights/flights/testing-rows.queries'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import { webhookSecretPurpose } from '@swath/server/modules/programs/public'

export const insertWorld = async (
  db: Db,
  { drones, key, url }: { drones: number; key: Buffer; url: string },
): Promise<{ droneIds: string[]; webhookId: string }> => {
  await loadRegionTable(db)
  const maker = await insertAccount(db, { type: 'manufacturer', name: 'Maker' })
  const team = await insertAccount(db, { type: 'operator', operator_type: 'team', name: 'Team' })
  const { id: userId } = await insertUser(db, team)
  const modelId = await insertModel(db, maker.id)
  const droneIds: string[] = []
  for (let i = 0; i < drones; i++) {
    const { id } = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.id,
      operatorId: team.id,
    })
    droneIds.push(id)
  }
  await db
    .insertInto('drone_state')
    .values(droneIds.map((id) => ({ drone_id: id })))
    .onConflict((known) => known.doNothing())
    .execute()
  const [keyId, webhookId] = [randomUUID(), randomUUID()]
  const now = new Date()
  await db
    .insertInto('api_key')
    .values({
      id: keyId,
      account_id: team.id,
      user_id: userId,
      name: 'Receiver',
      start: 'swk_bench',
      key_hash: Buffer.from(keyId),
      writes: false,
      screens: [...screens],
      rights: [],
      addresses: [],
      per_minute: 600,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      id: webhookId,
      account_id: team.id,
      key_id: keyId,
      name: 'Receiver',
      url,
      kinds: ['drone.state'],
      secret_sealed: sealerUnder(key).seal(Buffer.alloc(32, 7), webhookSecretPurpose(webhookId)),
      created_at: now,
      created_by_name: 'Bench',
      taken_transaction: '0',
      taken_id: 0,
    })
    .execute()
  return { droneIds, webhookId }
}

/** One change of state; `lastMessageAt` identifies it. */
export const changeState = async (
  db: Db,
  droneId: string,
  flight: 'ground' | 'flying',
  lastMessageAt: Date,
): Promise<void> => {
  await db
    .updateTable('drone_state')
    .set({ flight, last_message_at: lastMessageAt })
    .where('drone_id', '=', droneId)
    .execute()
}

export const countWaiting = async (db: Db, webhookId: string): Promise<number> => {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('event_id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .limit(1)
    .execute()
  return rows.length
}
