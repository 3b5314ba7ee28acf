import { appLogList } from '@swath/contract/app-logs'

export const kindLabels = appLogList.columns.kind.words
export const platformLabels = appLogList.columns.platform.words
