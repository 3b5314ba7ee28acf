import { appLogList } from '@swath/contract/gear/app-logs'

export const kindLabels = appLogList.columns.kind.labels
export const platformLabels = appLogList.columns.platform.labels
