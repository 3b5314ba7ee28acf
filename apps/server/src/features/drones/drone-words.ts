import type { DroneRow, ImportColumn } from '@swath/contract/drones'
import type { WordKey } from '../../platform/http/messages.ts'

export const activationWords = {
  0: 'server:value.activation0',
  1: 'server:value.activation1',
  2: 'server:value.activation2',
} as const satisfies Record<DroneRow['activation'], WordKey>

export const deviceTypeWords = {
  sprayer: 'server:value.deviceSprayer',
  spreader: 'server:value.deviceSpreader',
  mapper: 'server:value.deviceMapper',
} as const satisfies Record<DroneRow['deviceType'], WordKey>

export const saleTypeWords = {
  1: 'server:value.saleType1',
  2: 'server:value.saleType2',
  3: 'server:value.saleType3',
} as const satisfies Record<DroneRow['saleType'], WordKey>

/** Heads of columns, the same in what is exported, in the template and in what is imported. */
export const columnWords = {
  droneId: 'server:column.droneId',
  droneName: 'server:column.droneName',
  modelName: 'server:column.modelName',
  zzAccountName: 'server:column.manufacturer',
  yyAccountName: 'server:column.operator',
  zzDroneNum: 'server:column.makerNumber',
  regMark: 'server:column.regMark',
  rackNo: 'server:column.rackNo',
  buyer: 'server:column.buyer',
  deviceType: 'server:column.deviceType',
  saleType: 'server:column.saleType',
  sprayWidth: 'server:column.sprayWidth',
} as const satisfies Record<ImportColumn, WordKey>
