import { alarmDeskRoutes } from './alarm-desk.ts'
import { alarmMessageRoutes } from './alarm-messages.ts'
import { alarmSettingRoutes } from './alarm-settings.ts'
import { anomalyRoutes } from './anomalies.ts'
import { bulletinRoutes } from './bulletins.ts'
import { rosterRoutes } from './rosters.ts'
import { pushRoutes } from './push.ts'

export const alarmsRoutes = {
  ...anomalyRoutes,
  ...alarmDeskRoutes,
  ...alarmMessageRoutes,
  ...bulletinRoutes,
  ...alarmSettingRoutes,
  ...rosterRoutes,
  ...pushRoutes,
}
