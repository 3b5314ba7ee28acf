import { bulletinList } from '@swath/contract/alarms/bulletin-rows'

export const stateLabels = bulletinList.columns.state.labels

const listPath = '/bulletin_manage/bulletin-list'
export const alarmsPath = `${listPath}/alarms`
export const createPath = '/bulletin_manage/bulletin-create'
export const claimsPath = `${listPath}/claims`
export const messagesPath = `${listPath}/messages`
export const announcementsPath = listPath
export const editPath = (bulletinId: string): string => `${createPath}/${bulletinId}`
export const receiptsPath = (bulletinId: string): string => `${listPath}/${bulletinId}/receipts`
