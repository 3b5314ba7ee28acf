import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { stopAbandonedPostgres } from './stop-abandoned.ts'
import { testFolder } from './testing-folder.ts'
import { applyMigrations } from '../../apply-migrations.ts'
import { installJobQueue } from '../jobs/install-job-queue.ts'
import { migrationsFolder, readMigrations } from './migrate.ts'

/** Server and template database for tests, as sent to the workers. */
export interface TestServer {
  /** URL of a user that may create databases. */
  adminUrl: string
  /** A database with all migrations applied, copied for each test file. */
  template: string
}

const prefix = 'swath-test-'

/** Test data need not survive a power failure. */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  autovacuum: 'off',
}

/** The server of TEST_DATABASE_URL, or else an embedded one for this run. */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const external = process.env['TEST_DATABASE_URL']
  if (external) {
    const template = await makeTemplate(external)
    return { adminUrl: external, template, stop: () => dropDatabase(external, template) }
  }
  await removeAbandoned()
  const folder = mkdtempSync(join(testFolder, prefix))
  let server: EmbeddedPostgres | undefined
  const stop = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    server = await startEmbeddedPostgres({ dataFolder: folder, settings: throwaway })
    return { adminUrl: server.url, template: await makeTemplate(server.url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeTemplate(adminUrl: string): Promise<string> {
  const fingerprint = createHash('sha256')
    .update((await readMigrations(migrationsFolder)).map((file) => file.sha256).join())
    .digest('hex')
  const name = `swath_template_${fingerprint.slice(0, 8)}_${randomBytes(4).toString('hex')}`
  await createDatabase(adminUrl, name)
  const db = openDatabase(withDatabase(adminUrl, name), { maxConnections: 2 })
  try {
    await applyMigrations(db)
    await installJobQueue(db)
  } finally {
    await db.destroy()
  }
  return name
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export async function createDatabase(
  adminUrl: string,
  name: string,
  template?: string,
): Promise<void> {
  await asAdmin(
    adminUrl,
    `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`,
  )
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {}) // reported by the query
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Removes servers and folders of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(testFolder).filter((each) => each.startsWith(prefix))) {
    const folder = join(testFolder, name)
    if (await stopAbandonedPostgres(folder)) rmSync(folder, { recursive: true, force: true })
  }
}
