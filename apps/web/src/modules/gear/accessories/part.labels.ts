import { allowedPartList, partAlarmList } from '@swath/contract/gear/accessories'

export const partTypeLabels = allowedPartList.columns.type.words
export const alarmStateLabels = partAlarmList.columns.state.words
