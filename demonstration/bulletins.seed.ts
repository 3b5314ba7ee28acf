// Bulletins of authorities and manufacturers, with their recipients and read receipts.
import { randomBytes } from 'node:crypto'
import type { BodyBlock } from '@swath/contract/alarms/bulletin-body'
import { demoBulletins, type DemoBulletin } from './data/bulletins.ts'
import { tx as transaction, type Db, type Tx } from '@swath/server/platform/database/database'
import type { FileStore } from '@swath/server/platform/files/file-store'
import {
  addressTo,
  attachFiles,
  insertBulletinFile,
  updateBulletinRow,
} from '@swath/server/modules/alarms/public'
import { insertRows, listRecipients, noteFirstRead } from './demonstration.queries.ts'
import { findAdmin } from './world.seed.ts'
import { demoId, type World } from './world-rows.seed.ts'

const hourMs = 3_600_000

type Words = NonNullable<Extract<BodyBlock, { type: 'paragraph' }>['content']>
const toWords = (line: string): Words =>
  line
    .split('**')
    .map((text, index) => ({
      type: 'text' as const,
      text,
      ...(index % 2 === 1 ? { marks: [{ type: 'bold' as const }] } : {}),
    }))
    .filter(({ text }) => text !== '')

const toBlocks = (lines: readonly string[]): BodyBlock[] => {
  const blocks: BodyBlock[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (line.startsWith('# '))
      blocks.push({ type: 'heading', attrs: { level: 2 }, content: toWords(line.slice(2)) })
    else if (!line.startsWith('- ')) blocks.push({ type: 'paragraph', content: toWords(line) })
    else {
      const item = {
        type: 'listItem' as const,
        content: [{ type: 'paragraph' as const, content: toWords(line.slice(2)) }],
      }
      if (last?.type === 'bulletList') last.content.push(item)
      else blocks.push({ type: 'bulletList', content: [item] })
    }
  }
  return blocks
}

const hasGoneOut = ({ state }: DemoBulletin): boolean =>
  state === 'published' || state === 'recalled'

const toRow = (bulletin: DemoBulletin, world: World, nowMs: number) => {
  const accountId = demoId('account', bulletin.author)
  const admin = findAdmin(world, accountId)
  const isScheduled = bulletin.state === 'scheduled'
  const at = new Date(nowMs - bulletin.hours * hourMs * (isScheduled ? -1 : 1)).toISOString()
  const madeAt = isScheduled ? new Date(nowMs - 2 * hourMs).toISOString() : at
  return {
    id: demoId('bulletin', bulletin.key),
    account_id: accountId,
    state: bulletin.state,
    texts: bulletin.texts.map(({ language, title, lines }) => ({
      language,
      title,
      body: { type: 'doc', content: toBlocks(lines) },
    })),
    target_types: bulletin.types,
    target_regions: bulletin.regions ?? [],
    pictures: [],
    recipient_count: 0,
    publish_at: isScheduled ? at : null,
    published_at: hasGoneOut(bulletin) ? at : null,
    recalled_at:
      bulletin.state === 'recalled' ? new Date(Date.parse(at) + 5 * hourMs).toISOString() : null,
    recall_reason: bulletin.recallReason ?? null,
    created_by: admin.id,
    created_by_name: admin.name,
    created_at: madeAt,
    updated_at: madeAt,
    version: 1,
  }
}

/** Some recipients have read it, the first ones within hours. */
const send = async (tx: Tx, bulletin: DemoBulletin, world: World, nowMs: number): Promise<void> => {
  const id = demoId('bulletin', bulletin.key)
  const count = await addressTo(
    tx,
    { id, accountId: demoId('account', bulletin.author) },
    { types: bulletin.types, regions: bulletin.regions ?? [] },
  )
  await updateBulletinRow(tx, id, { recipient_count: count })
  const accountIds = await listRecipients(tx, id)
  const readers = accountIds.slice(0, Math.round(accountIds.length * (bulletin.readShare ?? 0)))
  const sentMs = nowMs - bulletin.hours * hourMs
  const rows = readers.map((accountId, index) => ({
    bulletin_id: id,
    user_id: findAdmin(world, accountId).id,
    account_id: accountId,
    read_at: new Date(sentMs + ((index % 7) + 0.4) * 0.08 * bulletin.hours * hourMs),
  }))
  for (const { account_id: accountId, read_at: readAt } of rows)
    await noteFirstRead(tx, id, accountId, readAt)
  await insertRows(
    tx,
    'bulletin_read',
    rows.map((row) => ({
      bulletin_id: row.bulletin_id,
      user_id: row.user_id,
      read_at: row.read_at.toISOString(),
    })),
  )
}

const keepFile = async (
  db: Db,
  store: FileStore,
  bulletin: DemoBulletin,
  world: World,
  nowMs: number,
): Promise<void> => {
  if (!bulletin.file) return
  const accountId = demoId('account', bulletin.author)
  const key = randomBytes(32).toString('base64url')
  const bytes = Buffer.from(`\uFEFF${bulletin.file.lines.join('\r\n')}\r\n`)
  const id = demoId('bulletin-file', bulletin.key)
  const at = new Date(nowMs)
  await insertBulletinFile(db, {
    id,
    key,
    account_id: accountId,
    name: bulletin.file.name,
    bytes: bytes.length,
    uploaded_by: findAdmin(world, accountId).id,
    uploaded_at: at,
    unclaimed_since: at,
  })
  await store.put(key, bytes, 'application/octet-stream')
  await transaction(db, (tx) =>
    attachFiles(tx, { id: demoId('bulletin', bulletin.key), accountId }, [id], at),
  )
}

export const writeBulletins = async (
  db: Db,
  store: FileStore | undefined,
  world: World,
  nowMs: number,
): Promise<void> => {
  await transaction(db, async (tx) => {
    await insertRows(
      tx,
      'bulletin',
      demoBulletins.map((bulletin) => toRow(bulletin, world, nowMs)),
    )
    for (const bulletin of demoBulletins.filter(hasGoneOut)) await send(tx, bulletin, world, nowMs)
  })
  if (store) for (const bulletin of demoBulletins) await keepFile(db, store, bulletin, world, nowMs)
}
