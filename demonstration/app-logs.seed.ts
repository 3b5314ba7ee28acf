// Logs of ground apps, sent by the demonstration's drones and users in the last weeks.
import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Random } from '@swath/simulator/random'
import type { Db } from '@swath/server/platform/database/database'
import type { FileStore } from '@swath/server/platform/files/file-store'
import { insertLog, detectKind, markStored } from '@swath/server/modules/gear/public'
import { demoId, type World, type WorldDrone } from './world-rows.seed.ts'

const hourMs = 3_600_000

type Line = {
  hoursAgo: number
  place: string
  version: string
  platform: 'android' | 'ios' | 'windows'
  content: 'text' | 'gzip' | 'crash'
  lines: number
  byPilot?: true
  note?: string
}

/** `place`: the district of the drone, so that manufacturers, owners and countries differ. */
const logs: readonly Line[] = [
  {
    hoursAgo: 2.3,
    place: 'huaxian',
    version: '5.2.1',
    platform: 'android',
    content: 'text',
    lines: 420,
  },
  {
    hoursAgo: 5.6,
    place: 'deqing',
    version: '5.2.1',
    platform: 'android',
    content: 'gzip',
    lines: 5200,
  },
  {
    hoursAgo: 9.1,
    place: 'suphan',
    version: '5.2.0',
    platform: 'android',
    content: 'text',
    lines: 610,
    byPilot: true,
    note: 'จอค้างตอนเริ่มพ่นแปลงที่สอง',
  },
  {
    hoursAgo: 26.4,
    place: 'jiashan',
    version: '5.1.4',
    platform: 'android',
    content: 'text',
    lines: 180,
    note: 'RTK 反复掉线',
  },
  {
    hoursAgo: 31.8,
    place: 'jiashan',
    version: '5.1.4',
    platform: 'android',
    content: 'crash',
    lines: 48_000,
  },
  {
    hoursAgo: 50.2,
    place: 'gimje',
    version: '5.2.0',
    platform: 'ios',
    content: 'gzip',
    lines: 2300,
    byPilot: true,
    note: '지도 타일이 표시되지 않음',
  },
  {
    hoursAgo: 77.5,
    place: 'huaxian',
    version: '5.2.1',
    platform: 'android',
    content: 'text',
    lines: 260,
  },
  {
    hoursAgo: 120.7,
    place: 'fujin',
    version: '5.0.9',
    platform: 'windows',
    content: 'text',
    lines: 900,
    byPilot: true,
    note: '航线上传到 87 % 时失败',
  },
  {
    hoursAgo: 190.9,
    place: 'ludhiana',
    version: '5.1.4',
    platform: 'android',
    content: 'gzip',
    lines: 7400,
    note: 'Spray stopped twice in the same row',
  },
  {
    hoursAgo: 300.1,
    place: 'xinghua',
    version: '5.0.9',
    platform: 'android',
    content: 'text',
    lines: 350,
  },
  {
    hoursAgo: 455.4,
    place: 'nakhonsawan',
    version: '5.0.9',
    platform: 'android',
    content: 'gzip',
    lines: 4100,
  },
  {
    hoursAgo: 720.6,
    place: 'shaya',
    version: '5.0.7',
    platform: 'android',
    content: 'text',
    lines: 510,
  },
  {
    hoursAgo: 24 * 210 + 3.7,
    place: 'huaxian',
    version: '4.8.2',
    platform: 'android',
    content: 'gzip',
    lines: 3100,
    byPilot: true,
    note: '遥控器信号弱',
  },
]

const happenings = [
  'D/Link frame rx=118 lost=0 rssi=-61 dBm',
  'D/Link frame rx=120 lost=1 rssi=-64 dBm',
  'I/Rtk fix=6 age=0.8 s sats=27',
  'I/Rtk fix=5 age=2.4 s sats=24',
  'I/Battery 78 % 49.6 V 31 C',
  'D/Map tile cache 412 of 500',
  'I/Route segment done, next begins',
  'I/Pump on, wanted 4.6 L/min, measured 4.5 L/min',
  'I/Pump off',
  'D/Upload track batch acknowledged',
] as const
const troubles = [
  'W/Rtk fix lost, keeping height by barometer',
  'W/Link no frame for 1.2 s',
  'E/Upload PUBACK missing after 10 s, trying again',
  'W/Tank 6 % left',
  'E/Ui frame took 740 ms',
] as const

const buildText = (line: Line, drone: WorldDrone, endMs: number): string => {
  const random = new Random(`demonstration/app-log/${line.hoursAgo}`)
  const stamp = (ms: number): string =>
    new Date(ms).toISOString().replace('T', ' ').replace('Z', '')
  let atMs = endMs - line.lines * 900
  const rows = [
    `${stamp(atMs)} I/App Swath Ground ${line.version} on ${line.platform}, drone ${drone.id} (${drone.model.name})`,
    `${stamp(atMs)} I/App zone ${drone.district.timeZone}, language ${drone.district.language}`,
  ]
  while (rows.length < line.lines) {
    atMs += random.integer(200, 1600)
    rows.push(
      `${stamp(atMs)} ${random.chance(0.03) ? troubles[random.integer(0, troubles.length - 1)] : happenings[random.integer(0, happenings.length - 1)]}`,
    )
  }
  return `${rows.join('\n')}\n`
}

const buildContent = (
  line: Line,
  drone: WorldDrone,
  atMs: number,
): { fileName: string; bytes: Uint8Array } => {
  const day = new Date(atMs).toISOString().slice(0, 10)
  if (line.content === 'crash')
    return {
      fileName: `crash-${day}.dmp`,
      bytes: Buffer.concat([Buffer.from('MDMP\0'), randomBytes(line.lines)]),
    }
  const text = Buffer.from(buildText(line, drone, atMs))
  return line.content === 'gzip'
    ? { fileName: `ground-${day}.log.gz`, bytes: gzipSync(text) }
    : { fileName: `ground-${day}.log`, bytes: text }
}

export const writeAppLogs = async (
  db: Db,
  store: FileStore,
  world: World,
  nowMs: number,
): Promise<void> => {
  for (const [i, line] of logs.entries()) {
    const near = world.drones.filter(({ district }) => district.key === line.place)
    const drone = near[i % near.length]!
    const atMs = nowMs - line.hoursAgo * hourMs - i * 7_331
    const { fileName, bytes } = buildContent(line, drone, atMs)
    const pilot = line.byPilot
      ? world.users.find(({ id }) => drone.pilotIds.includes(id))
      : undefined
    const id = demoId('app-log', String(i))
    const key = randomBytes(32).toString('base64url')
    await insertLog(db, {
      id,
      key,
      file_name: fileName,
      kind: detectKind(bytes),
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      account_id: drone.tenantId ?? drone.operatorId ?? drone.model.manufacturerId,
      drone_id: drone.id,
      manufacturer_id: drone.model.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: drone.regionCode,
      app_version: line.version,
      platform: line.platform,
      note: line.note ?? '',
      uploaded_by: pilot?.id ?? null,
      uploader_name: pilot?.name ?? drone.id,
      uploaded_at: new Date(atMs),
    })
    await store.put(key, bytes, 'application/octet-stream')
    await markStored(db, id)
  }
}
