// Settings by which an account's alarms are raised and sent. A change never applies to the past:
// flights keep the settings that were valid when they flew, even if they are recomputed.
import type { alarmSettingRoutes, AlarmSettings } from '@swath/contract/alarms/alarm-settings'
import type { Caller } from '@swath/domain/access/caller'
import {
  ALARM_SETTING_NAMES,
  settleSettings,
  type AlarmSettingName,
  type ChosenSettings,
} from '@swath/domain/alarm-settings'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { chosenSettings } from '../../../gateway/recompute/public.ts'
import { alarmChannelHandlers } from './alarm-channels.ts'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import { insertSettingChange, settingChanges } from './alarm-settings.queries.ts'

type Calls = Handlers<typeof alarmSettingRoutes>
type Deps = Services & Changes

const shownAtMost = 100

const differences = (before: ChosenSettings, after: ChosenSettings) =>
  ALARM_SETTING_NAMES.flatMap((name) =>
    before[name] === after[name]
      ? []
      : [{ name, before: before[name] ?? null, after: after[name] ?? null }],
  )

const readSettings = async (db: Db | Tx, caller: Caller, now: Date): Promise<AlarmSettings> => {
  const { accountId } = caller
  const chosen = await chosenSettings(db, accountId, now)
  const above = chosen.filter((one) => one.accountId !== accountId)
  const own: ChosenSettings = chosen.find((one) => one.accountId === accountId)?.overrides ?? {}
  const inherited = settleSettings(above.map(({ overrides }) => overrides))
  const fromAbove = (name: AlarmSettingName): string | null =>
    above.findLast(({ overrides }) => overrides[name] !== undefined)?.accountName ?? null
  const changes = await settingChanges(db, accountId, shownAtMost)
  return {
    settings: ALARM_SETTING_NAMES.map((name) => ({
      name,
      value: own[name] ?? inherited[name],
      inherited: inherited[name],
      inheritedFrom: fromAbove(name),
      own: own[name] ?? null,
    })),
    history: changes.map((one, i) => ({
      effectiveFrom: one.effective_from.toISOString(),
      changedAt: one.created_at.toISOString(),
      userName: one.user_name,
      changes: differences(changes[i + 1]?.overrides ?? {}, one.overrides),
    })),
    version: (changes[0]?.number ?? 0) + 1,
    can: { update: caller.rights.includes('account.manage') },
  }
}

type Held = { id: string; name: string; version: number; newest: ChosenSettings }
const settingsKind: RowKind<Held, 'change'> = {
  type: 'alarm-settings',
  lock: async (trx, _context, id) => {
    const account = await lockAccount(trx, id)
    if (!account) return undefined
    const [newest] = await settingChanges(trx, id, 1)
    return { ...account, version: (newest?.number ?? 0) + 1, newest: newest?.overrides ?? {} }
  },
  refusal: () => null,
  identify: (held) => held,
  readVersion: (held) => held.version,
}

const updateAlarmSettings =
  ({ change }: Deps): Calls['updateAlarmSettings'] =>
  ({ body: { version, effectiveFrom, ...chosen } }, context) => {
    const { caller } = context
    const asked = {
      id: caller.accountId,
      version,
      to: 'change',
      action: 'alarm-settings.update',
    } as const
    return change(context, settingsKind, asked, async (trx, held, now) => {
      const from = effectiveFrom === null ? now : new Date(effectiveFrom)
      if (from < now) fail('invalid_input', {}, [{ path: 'effectiveFrom', message: 'inThePast' }])
      const own = Object.fromEntries(
        Object.entries(chosen).filter((one): one is [string, number] => one[1] !== null),
      )
      const nothing = Object.fromEntries(ALARM_SETTING_NAMES.map((name) => [name, null]))
      return {
        before: { ...nothing, ...held.newest },
        after: chosen,
        details: { effectiveFrom: from.toISOString() },
        write: () =>
          insertSettingChange(trx, {
            account_id: held.id,
            number: held.version,
            effective_from: from,
            overrides: JSON.stringify(own),
            user_id: caller.userId,
            user_name: caller.userName,
            created_at: now,
          }),
        answer: () => readSettings(trx, caller, now),
      }
    })
  }

export const alarmSettingHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  const { db, clock } = services
  return {
    getAlarmSettings: (_input, { caller }) => readSettings(db, caller, new Date(clock.now())),
    updateAlarmSettings: updateAlarmSettings(deps),
    ...alarmChannelHandlers(services),
  }
}
