import type { LiveView } from '../../../lib/live/live-connection.ts'
import { stored } from '../../../lib/stored.ts'

const deviceTypes = ['sprayer', 'spreader', 'mapper'] as const
export type MonitorFilters = Omit<LiveView['filters'], 'condition'>

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value)

/** The stored filters, without values that the API would refuse. */
export const readFilters = (kept: unknown): MonitorFilters => {
  const values = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const deviceType = deviceTypes.find((one) => one === values['deviceType'])
  return {
    ...(typeof values['region'] === 'string' && /^\d{9}$/.test(values['region'])
      ? { region: values['region'] }
      : {}),
    ...(isUuid(values['zzAccountId']) ? { zzAccountId: values['zzAccountId'] } : {}),
    ...(isUuid(values['yyAccountId']) ? { yyAccountId: values['yyAccountId'] } : {}),
    ...(isUuid(values['flyModelId']) ? { flyModelId: values['flyModelId'] } : {}),
    ...(deviceType ? { deviceType } : {}),
  }
}

/** Filters of this browser (specification, section 3). */
export const monitorQueries = stored<MonitorFilters>('monitorQueries', readFilters)

/** Changes some of the filters; null clears one. */
export const narrowBy = (
  change: Readonly<Partial<Record<keyof MonitorFilters, string | null>>>,
): void => {
  const { region, zzAccountId, yyAccountId, flyModelId, deviceType } = {
    ...monitorQueries.get(),
    ...change,
  }
  monitorQueries.set(
    readFilters(
      Object.fromEntries(
        Object.entries({ region, zzAccountId, yyAccountId, flyModelId, deviceType }).filter(
          ([, value]) => value != null,
        ),
      ),
    ),
  )
}
