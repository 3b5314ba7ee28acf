// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { alarmDeskRoutes } from '@swath/contract/alarms/alarm-desk'
import { alarmMessageRoutes } from '@swath/contract/alarms/alarm-messages'
import { alarmSettingRoutes } from '@swath/contract/alarms/alarm-settings'
import { anomalyRoutes } from '@swath/contract/alarms/anomalies'
import { ALARM_SETTING_NAMES } from '@swath/domain/alarm-settings'
import type { Db } from '../../../platform/database/database.ts'
import {
  featureSweep,
  ofUnseenDrones,
  partyToNone,
  type Asking,
} from '../../../sweep/testing-cases.ts'
import { monitor, ownAccount, visibleDrones, without } from '../../../sweep/testing-oracle.ts'
import { world, worldNow, places, droneLines, droneNames } from '../../../sweep/testing-world.ts'

const { anomalyId } = world

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('anomaly')
    .values(
      droneNames.map((name) => {
        const { maker, operator, tenant, place } = droneLines[name]
        const [lng, lat] = places[place].at
        return {
          id: anomalyId[name],
          drone_id: world.droneId[name],
          sortie_id: world.sortieId[name],
          manufacturer_id: world.accountId[maker],
          operator_id: operator && world.accountId[operator],
          tenant_id: tenant && world.accountId[tenant],
          region_code: places[place].code,
          type: 2 as const,
          level: 2 as const,
          cause: 'flow',
          at: new Date(worldNow),
          lng,
          lat,
        }
      }),
    )
    .execute()
  await db
    .insertInto('alarm_message')
    .values(
      droneNames.map((name) => ({
        drone_id: world.droneId[name],
        anomaly_id: anomalyId[name],
        user_id: world.userId.root,
        channel: 'sms' as const,
        state: 'sent' as const,
        sending_id: anomalyId[name],
        created_at: new Date(worldNow),
        sending_at: new Date(worldNow),
      })),
    )
    .execute()
}

/** A version that no row has, so that the call is refused before it changes anything. */
const inPath = ({ drone }: Asking) => ({ params: { anomalyId: anomalyId[drone] } })
const version = 99
const inherited = Object.fromEntries(ALARM_SETTING_NAMES.map((name) => [name, null]))
/** Staff are not notified. */
const notifiable = without(monitor, 'teamStaff', 'countyStaff')

export const anomalySweep = featureSweep(
  { ...anomalyRoutes, ...alarmDeskRoutes, ...alarmMessageRoutes, ...alarmSettingRoutes },
  {
    seed,
    strangers: { anomaly: ofUnseenDrones(anomalyId) },
    cases: {
      listAnomalies: {
        people: monitor,
        request: () => ({ query: { pageSize: '100' } }),
        holds: { kind: 'drone', rows: visibleDrones },
      },
      getAnomaly: {
        people: monitor,
        request: ({ drone }) => ({
          query: { droneId: world.droneId[drone], anomalyId: anomalyId[drone] },
        }),
      },
      listRecentAlarms: {
        people: monitor,
        strangers: { 'query.zzAccountId': partyToNone, 'query.yyAccountId': partyToNone },
        holds: { kind: 'drone', rows: visibleDrones },
      },
      listAlarms: {
        people: monitor,
        request: () => ({ query: { pageSize: '100' } }),
        holds: { kind: 'drone', rows: visibleDrones },
      },
      exportAlarms: { people: monitor, holds: { kind: 'drone', rows: visibleDrones } },
      getAlarmFigures: {
        people: monitor,
        look: ({ levels }, person) => ({
          actual: levels.map(({ raised }) => raised),
          expected: [0, visibleDrones[person].length, 0],
        }),
      },
      listAlarmAssignees: { people: monitor, right: true },
      getAlarm: { people: monitor, request: inPath },
      acknowledgeAlarm: {
        people: monitor,
        right: true,
        request: (asking) => ({ ...inPath(asking), body: { version } }),
      },
      assignAlarm: {
        people: monitor,
        right: true,
        request: (asking) => ({ ...inPath(asking), body: { userId: world.userId[asking.person] } }),
        changes: true,
      },
      commentAlarm: {
        people: monitor,
        right: true,
        request: (asking) => ({ ...inPath(asking), body: { text: 'Said by the sweep' } }),
        changes: true,
      },
      closeAlarm: {
        people: monitor,
        right: true,
        request: (asking) => ({ ...inPath(asking), body: { reason: 'real', version } }),
      },
      reopenAlarm: {
        people: monitor,
        right: true,
        request: (asking) => ({ ...inPath(asking), body: { text: 'Said by the sweep', version } }),
      },
      listAlarmMessages: { people: monitor, right: true },
      exportAlarmMessages: { people: monitor, right: true },
      getAlarmSettings: { people: ownAccount },
      updateAlarmSettings: {
        people: ownAccount,
        right: true,
        request: () => ({ body: { ...inherited, version } }),
      },
      getAlarmChannels: { people: notifiable, right: true },
      updateAlarmChannels: {
        people: notifiable,
        right: true,
        request: () => ({ body: { channels: ['sms'] } }),
        changes: true,
      },
    },
  },
)
