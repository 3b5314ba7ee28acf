import type { Firmware } from '@swath/contract/gear/firmware'
import type { FirmwareRollout } from '@swath/contract/gear/firmware-rollouts'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { type Body, buildChange, useChange } from '../../../lib/use-change.ts'

keepUntilChanged('getFirmware')
const shown = ['listFirmware', 'getFirmware'] as const

export const useEncryptFirmware = () =>
  useChange({
    run: ({ firmwareId, version }: Firmware) =>
      call('encryptFirmware', { body: { firmwareId, version } }),
    outdated: shown,
  })
export const useSignFirmware = buildChange('signFirmware', [...shown, 'listFirmwareKeys'])
export const useDeleteFirmware = buildChange(
  'deleteFirmware',
  (_firmware, error) => (error ? shown : ['listFirmware']),
  { refused: 'shownByCaller' },
)
export const useDownloadFirmware = () =>
  useChange({
    run: async ({ firmwareId, firmwareType, firmwareVersion }: Firmware) =>
      saveFile(
        `${firmwareType}-${firmwareVersion}.swfw`,
        await call('downloadFirmware', { params: { firmwareId } }, { timeoutMs: null }),
      ),
    outdated: [],
  })
export const useVerifyKept = () =>
  useChange({
    run: ({ firmwareId }: Firmware) => call('verifyFirmware', { body: { firmwareId } }),
    outdated: ['listFirmwareChecks'],
  })

export const useGenerateKey = () =>
  useChange({
    run: () => call('generateFirmwareKey'),
    outdated: ['listFirmwareKeys', 'listFirmware'],
  })
export const useDownloadKey = () =>
  useChange({
    run: async ({ fingerprint, ...body }: Body<'downloadFirmwareKey'> & { fingerprint: string }) =>
      saveFile(
        `swath-firmware-${fingerprint}.key.enc`,
        await call('downloadFirmwareKey', { body }),
      ),
    outdated: ['listFirmwareKeys'],
  })

const rolloutsShown = [
  'listFirmwareRollouts',
  'getFirmwareRollout',
  'listRolloutDrones',
  'listFirmware',
] as const
export const useStartRollout = buildChange('createFirmwareRollout', [
  ...rolloutsShown,
  'previewFirmwareRollout',
])
export type Steering = {
  rollout: Pick<FirmwareRollout, 'rolloutId' | 'version'>
  opr: Body<'steerFirmwareRollout'>['opr']
}
export const useSteerRollout = () =>
  useChange({
    run: ({ rollout: { rolloutId, version }, opr }: Steering) =>
      call('steerFirmwareRollout', { params: { rolloutId }, body: { opr, version } }),
    outdated: rolloutsShown,
  })
