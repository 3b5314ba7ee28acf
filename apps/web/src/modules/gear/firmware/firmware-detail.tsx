import {
  DownloadOutlined,
  LockOutlined,
  RocketOutlined,
  SafetyCertificateOutlined,
  SignatureOutlined,
} from '@ant-design/icons'
import type { Firmware } from '@swath/contract/gear/firmware'
import { useQuery } from '@tanstack/react-query'
import { Button, Steps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatBytes, formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { Time } from '../../../ui/time.tsx'
import { typeLabels } from './firmware.labels.ts'
import {
  useDeleteFirmware,
  useDownloadFirmware,
  useEncryptFirmware,
  useVerifyKept,
} from './firmware.mutations.ts'
import { StartRollout } from './rollout-form.tsx'
import { SignFirmware } from './sign-firmware.tsx'

const stepOf = { uploading: 0, uploaded: 1, encrypting: 1, encrypted: 2, signed: 3 } as const

/** The steps of a build: uploaded, encrypted, signed. */
const HowFar = ({ firmware: { state } }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  return (
    <FactSection title={t('howFar')}>
      <Steps
        size="small"
        responsive={false}
        current={stepOf[state]}
        items={[
          { title: t(state === 'uploading' ? 'stateUploading' : 'stateUploaded') },
          { title: t(state === 'encrypting' ? 'stateEncrypting' : 'stateEncrypted') },
          { title: t('stateSigned') },
        ]}
      />
    </FactSection>
  )
}

const DeleteFirmware = ({ firmware }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const ask = useDeletion()
  const remove = useDeleteFirmware()
  const close = useCloseDetail()
  const { firmwareVersion: version } = firmware
  return (
    <DeleteButton
      onClick={() =>
        ask({
          title: t('askDelete', { version }),
          text: t('deleteEffect'),
          verb: t('terms:delete'),
          run: () => remove.mutateAsync(firmware),
          close,
          done: t('deleted', { version }),
        })
      }
    />
  )
}

const Actions = ({ firmware }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const encrypt = useEncryptFirmware()
  const download = useDownloadFirmware()
  const verify = useVerifyKept()
  const [form, setForm] = useState<'sign' | 'rollOut' | null>(null)
  const { can } = firmware
  const close = (): void => setForm(null)
  return (
    <div className="flex wrap gap-8 items-center">
      {can.encrypt && (
        <Button
          type="primary"
          icon={<LockOutlined aria-hidden />}
          loading={encrypt.isPending}
          onClick={() => encrypt.mutate(firmware)}
        >
          {t('encrypt')}
        </Button>
      )}
      {can.sign && (
        <Button
          type="primary"
          icon={<SignatureOutlined aria-hidden />}
          onClick={() => setForm('sign')}
        >
          {t('sign')}
        </Button>
      )}
      {can.rollOut && (
        <Button
          type="primary"
          icon={<RocketOutlined aria-hidden />}
          onClick={() => setForm('rollOut')}
        >
          {t('rollOut')}
        </Button>
      )}
      {can.verify && (
        <Button
          icon={<SafetyCertificateOutlined aria-hidden />}
          loading={verify.isPending}
          onClick={() =>
            verify.mutate(firmware, { onSuccess: () => showSuccess(t('verifyStarted')) })
          }
        >
          {t('verify')}
        </Button>
      )}
      {can.download && (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(firmware)}
        >
          {t('download')}
        </Button>
      )}
      {can.delete && <DeleteFirmware firmware={firmware} />}
      {form === 'sign' && <SignFirmware firmware={firmware} onClose={close} />}
      {form === 'rollOut' && <StartRollout firmware={firmware} onClose={close} />}
    </div>
  )
}

const FirmwareFacts = ({ firmware }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const { sha256, signedAt } = firmware
  return (
    <Facts>
      <Fact label={t('terms:type')}>{t(typeLabels[firmware.firmwareType])}</Fact>
      <Fact label={t('terms:model')}>{firmware.modelName ?? t('allModels')}</Fact>
      <Fact label={t('rcid')}>{firmware.rcid}</Fact>
      <Fact label={t('note')}>{firmware.note}</Fact>
      <Fact label={t('terms:drones')}>{formatCount(firmware.droneNum)}</Fact>
      <Fact label={t('filename')}>{firmware.filename}</Fact>
      <Fact label={t('terms:size')}>{formatBytes(firmware.bytes)}</Fact>
      <Fact label={t('sha256')}>
        {sha256 && <code className="text-12 break-anywhere">{sha256}</code>}
      </Fact>
      <Fact label={t('containerSize')}>
        {firmware.containerBytes !== null && formatBytes(firmware.containerBytes)}
      </Fact>
      <Fact label={t('signedWith')}>{firmware.privkey && <code>{firmware.privkey}</code>}</Fact>
      <Fact label={t('signedAt')}>{signedAt && <Time time={signedAt} />}</Fact>
      <Fact label={t('signedBy')}>{firmware.signedByName}</Fact>
      <TimeFact label={t('uploadedAt')} time={firmware.createdAt} />
      <Fact label={t('uploadedBy')}>{firmware.createdByName}</Fact>
      <Fact label={t('terms:manufacturer')}>{firmware.accountName}</Fact>
    </Facts>
  )
}

type Props = { firmwareId: string; row: Firmware | undefined }

/** A build, its state, and the next step. */
export const FirmwareView = ({ firmwareId, row }: Props) => {
  const detail = useQuery({
    ...buildQuery('getFirmware', { params: { firmwareId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf row={row} asked={detail}>
      {(firmware) => (
        <div className="grid cols-1 gap-20">
          <HowFar firmware={firmware} />
          <Actions firmware={firmware} />
          <FirmwareFacts firmware={firmware} />
        </div>
      )}
    </DetailOf>
  )
}
