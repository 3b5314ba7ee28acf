import { appLogList } from '@swath/contract/app-logs'

export const kindWords = appLogList.columns.kind.words
export const platformWords = appLogList.columns.platform.words
