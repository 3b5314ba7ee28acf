import type { NtripMount } from '@swath/contract/ntrip'
import type { RtkDevice } from '@swath/contract/rtk'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const devices = ['listRtkDevices'] as const
const mounts = ['listNtripMounts'] as const

export const useAddDevice = () =>
  useChange({
    run: (body: Body<'addRtkDevice'>) => call('addRtkDevice', { body }),
    outdated: devices,
  })
export const useAllowDevice = () =>
  useChange({
    run: ({ devId, version, allowed }: RtkDevice) =>
      call('allowRtkDevice', { body: { devId, version, opr: allowed ? 'disable' : 'enable' } }),
    outdated: devices,
  })
export const useBindDevice = () =>
  useChange({
    run: (body: Body<'bindRtkDevice'>) => call('bindRtkDevice', { body }),
    outdated: devices,
  })
export const useRenewDevice = () =>
  useChange({
    run: (body: Body<'renewRtkDevice'>) => call('renewRtkDevice', { body }),
    outdated: devices,
  })
export const useDeleteDevice = () =>
  useChange({
    run: ({ devId }: RtkDevice) => call('deleteRtkDevice', { params: { devId } }),
    outdated: devices,
    refused: 'toldByCaller',
  })

export const useAddMount = () =>
  useChange({
    run: (body: Body<'addNtripMount'>) => call('addNtripMount', { body }),
    outdated: mounts,
  })
export const useUpdateMount = () =>
  useChange({
    run: (body: Body<'updateNtripMount'>) => call('updateNtripMount', { body }),
    outdated: mounts,
  })
export const useRenewSecrets = () =>
  useChange({
    run: (mountId: string) => call('renewNtripSecrets', { params: { mountId } }),
    outdated: mounts,
  })
export const useDeleteMount = () =>
  useChange({
    run: ({ mountId }: NtripMount) => call('deleteNtripMount', { params: { mountId } }),
    outdated: mounts,
    refused: 'toldByCaller',
  })
