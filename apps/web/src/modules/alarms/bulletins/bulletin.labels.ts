import { bulletinList } from '@swath/contract/alarms/bulletin-rows'
import { announcementsPath } from '../anomalies/alarm-paths.ts'

export const stateLabels = bulletinList.columns.state.labels

export const createPath = '/bulletin_manage/bulletin-create'
export const editPath = (bulletinId: string): string => `${createPath}/${bulletinId}`
export const receiptsPath = (bulletinId: string): string =>
  `${announcementsPath}/${bulletinId}/receipts`
