import type { RtkDevice } from '@swath/contract/gear/rtk'
import { call } from '../../../lib/api.ts'
import { buildChange, useChange } from '../../../lib/use-change.ts'

const devices = ['listRtkDevices'] as const
const mounts = ['listNtripMounts'] as const

export const useAddDevice = buildChange('addRtkDevice', devices)
export const useAllowDevice = () =>
  useChange({
    run: ({ devId, version, allowed }: RtkDevice) =>
      call('allowRtkDevice', { body: { devId, version, opr: allowed ? 'disable' : 'enable' } }),
    outdated: devices,
  })
export const useBindDevice = buildChange('bindRtkDevice', devices)
export const useRenewDevice = buildChange('renewRtkDevice', devices)
export const useDeleteDevice = buildChange('deleteRtkDevice', devices, { refused: 'shownByCaller' })
export const useAddMount = buildChange('addNtripMount', mounts)
export const useUpdateMount = buildChange('updateNtripMount', mounts)
export const useRenewSecrets = buildChange('renewNtripSecrets', mounts)
export const useDeleteMount = buildChange('deleteNtripMount', mounts, { refused: 'shownByCaller' })
