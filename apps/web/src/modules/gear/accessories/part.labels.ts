import { allowedPartList, partAlarmList } from '@swath/contract/gear/accessories'

export const partTypeLabels = allowedPartList.columns.type.labels
export const alarmStateLabels = partAlarmList.columns.state.labels
