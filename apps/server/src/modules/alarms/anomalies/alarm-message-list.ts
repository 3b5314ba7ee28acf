// The messages about level-1 alarms to people of an account.
import {
  alarmMessageList,
  type alarmMessageRoutes,
  type SentAlarmMessage,
} from '@swath/contract/alarms/alarm-messages'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { messageRows, type MessageRow } from './alarm-message-list.queries.ts'
import { titleIn } from './anomaly-presenters.ts'

type Calls = Handlers<typeof alarmMessageRoutes>

const present = (row: MessageRow, language: Language): SentAlarmMessage => ({
  messageId: `${row.anomaly_id}.${row.user_id}.${row.channel}`,
  anomalyId: row.anomaly_id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  oddType: row.type,
  leftArea: row.left_area,
  noflyName: row.zone_name,
  region: regionPath(row.region_code, language),
  userName: row.user_name,
  channel: row.channel,
  state: row.state,
  digest: row.digest,
  reason: row.reason,
  sentAt: row.sent_at.toISOString(),
})

export const alarmMessageHandlers = ({ readDb }: Pick<Services, 'readDb'>): Calls => ({
  listAlarmMessages: async ({ query }, { caller, language }) => {
    const [rows, total] = await Promise.all([
      messageRows.page(readDb, caller, query, query),
      messageRows.count(readDb, caller, query),
    ])
    const { currentPage, pageSize } = query
    return { items: rows.map((row) => present(row, language)), total, currentPage, pageSize }
  },
  exportAlarmMessages: async ({ query }, context) =>
    listFile(alarmMessageList, { format: query.format }, context, {
      rows: messageRows.each(readDb, context.caller, query),
      present: (row) => present(row, context.language),
      cells: {
        oddType: ({ type, left_area, zone_name }) =>
          titleIn(context.language, { oddType: type, leftArea: left_area, noflyName: zone_name }),
      },
    }),
})
