// Saved statistics of the demonstration. Each answers a daily question of a supervisor, a
// manufacturer or an operator.
import type { DataStatMail } from '@swath/contract/figures/data-stats'
import { DataStatSettings } from '@swath/contract/figures/stat-settings'
import type { Db } from '@swath/server/platform/database/database'
import { insertDataStat, nextMailing } from '@swath/server/modules/figures/public'
import { findAdmin } from './world.seed.ts'
import { demoId, type World } from './world-rows.seed.ts'

const dayMs = 86_400_000

type Kept = {
  account: string
  name: string
  /** Days ago. */
  madeDays: number
  settings: Partial<Record<keyof DataStatSettings, unknown>>
  mail?: Omit<DataStatMail, 'userIds'>
}

const kept: readonly Kept[] = [
  {
    account: 'platform',
    name: '各省本年作业面积',
    madeDays: 120,
    settings: { periodType: 4, showType: 'bar', x: 'province', y: ['sprayArea'], comparison: true },
    mail: { every: 'month', weekday: 1, monthDay: 1, hour: 8 },
  },
  {
    account: 'huaxian-government',
    name: '本县每月各作物作业面积',
    madeDays: 60,
    settings: {
      periodType: 4,
      showType: 'stacked',
      x: 'month',
      dimension: 'crop',
      y: ['sprayArea'],
    },
  },
  {
    account: 'huaxian-government',
    name: '合作社本年作业排名',
    madeDays: 21,
    settings: {
      periodType: 4,
      showType: 'table',
      x: 'operator',
      y: ['sprayArea', 'flightCount', 'flightTime', 'activeDroneCount'],
    },
    mail: { every: 'week', weekday: 1, monthDay: 1, hour: 8 },
  },
  {
    account: 'tianxiang',
    name: '各机型本年作业占比',
    madeDays: 45,
    settings: { periodType: 4, showType: 'pie', x: 'model', y: ['sprayArea'] },
  },
  {
    account: 'tianxiang',
    name: '各省本年作业分布',
    madeDays: 5,
    settings: { periodType: 4, showType: 'map', x: 'province', y: ['sprayArea'] },
  },
  {
    account: 'tianxiang',
    name: '一天中何时作业',
    madeDays: 9,
    settings: {
      periodType: 4,
      showType: 'heat',
      x: 'hourOfDay',
      dimension: 'month',
      y: ['flightCount'],
    },
  },
  {
    account: 'fengyuan',
    name: '每月作业面积与喷洒量',
    madeDays: 15,
    settings: { periodType: 4, showType: 'line', x: 'month', y: ['sprayArea', 'sprayQuantity'] },
  },
]

const chinaZone = 'Asia/Shanghai'

export const writeDataStats = async (db: Db, world: World, nowMs: number): Promise<void> => {
  for (const { account, name, madeDays, settings, mail } of kept) {
    const accountId = demoId('account', account)
    const admin = findAdmin(world, accountId)
    const madeAt = new Date(nowMs - madeDays * dayMs)
    const whole = DataStatSettings.parse(settings)
    await insertDataStat(db, {
      id: demoId('data-stat', name),
      account_id: accountId,
      made_by: admin.id,
      made_by_name: admin.name,
      name,
      is_shared: true,
      show_type: whole.showType,
      settings: JSON.stringify(whole),
      mail: mail ? JSON.stringify({ ...mail, userIds: [admin.id] }) : null,
      mail_due_at: mail ? nextMailing(mail, nowMs, chinaZone) : null,
      created_at: madeAt,
      updated_at: madeAt,
    })
  }
}
