import { appLogList } from '@swath/contract/gear/app-logs'

export const kindLabels = appLogList.columns.kind.words
export const platformLabels = appLogList.columns.platform.words
