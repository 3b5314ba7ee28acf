import { DownloadOutlined, KeyOutlined } from '@ant-design/icons'
import { Passphrase, type FirmwareKey } from '@swath/contract/gear/firmware-keys'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatMinute } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useUser } from '../../../lib/session.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { FirmwareTabs } from './firmware-tabs.tsx'
import { useDownloadKey, useGenerateKey } from './firmware.mutations.ts'
import style from './firmware.module.css'

const Download = z
  .object({ passphrase: Passphrase, again: z.string() })
  .refine(({ passphrase, again }) => passphrase === again, {
    path: ['again'],
    message: 'passphraseDiffers',
  })
const dialogPx = 520

type FormProps = { firmwareKey: FirmwareKey; onClose: () => void }
const DownloadKey = ({ firmwareKey: { keyId, fingerprint }, onClose }: FormProps) => {
  const { t } = useTranslation('firmware')
  const download = useDownloadKey()
  return (
    <FormDrawer
      dialog={dialogPx}
      onClose={onClose}
      title={t('downloadKeyTitle')}
      submitLabel={t('downloadKey')}
      schema={Download}
      initial={{}}
      messages={{ passphraseRule: t('passphraseRule'), passphraseDiffers: t('passphraseDiffers') }}
      onSubmit={({ passphrase }) => download.mutateAsync({ keyId, fingerprint, passphrase })}
    >
      <Alert className={style.notice!} type="warning" showIcon title={t('downloadKeyHint')} />
      <FormField name="passphrase" label={t('passphrase')}>
        <Input.Password maxLength={128} autoComplete="new-password" />
      </FormField>
      <FormField name="again" label={t('passphraseAgain')} dependencies={['passphrase']}>
        <Input.Password maxLength={128} autoComplete="new-password" />
      </FormField>
      <p className="m-0 muted text-13 leading-normal">{t('openHint')}</p>
    </FormDrawer>
  )
}

const KeyCard = ({ firmwareKey: key }: { firmwareKey: FirmwareKey }) => {
  const { t } = useTranslation('firmware')
  const { accountId } = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="grid gap-12 card p-16" aria-label={key.fingerprint}>
      <div className="flex wrap gap-8 items-center">
        <h2 className="m-0 text-14">
          {key.accountId !== accountId && `${key.accountName} · `}
          <code>{key.fingerprint}</code>
        </h2>
        {key.isInUse ? (
          <StateTag tone="good">{t('inUse')}</StateTag>
        ) : (
          <StateTag>{t('retired')}</StateTag>
        )}
        {key.can.download && (
          <Button
            className={style.download!}
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('downloadKey')}
          </Button>
        )}
      </div>
      <Facts>
        <Fact label={t('publicKey')}>
          <Typography.Text
            className={style.publicKey!}
            copyable={{ text: key.publicKey, tooltips: [t('terms:copy'), t('terms:copied')] }}
          >
            {key.publicKey.split('\n')[1]?.slice(-16)}
          </Typography.Text>
        </Fact>
        <Fact label={t('buildsSigned')}>{formatCount(key.firmwareNum)}</Fact>
        <Fact label={t('privateParts')}>
          {key.downloadedAt
            ? t('downloadedBy', {
                name: key.downloadedByName,
                time: formatMinute(key.downloadedAt),
              })
            : t('notDownloaded')}
        </Fact>
        <TimeFact label={t('madeAt')} time={key.createdAt} />
        <Fact label={t('madeBy')}>{key.createdByName}</Fact>
      </Facts>
      {isOpen && <DownloadKey firmwareKey={key} onClose={() => setOpen(false)} />}
    </section>
  )
}

const GenerateKey = ({ isFirst }: { isFirst: boolean }) => {
  const { t } = useTranslation('firmware')
  const confirm = useConfirm()
  const generate = useGenerateKey()
  const make = async (): Promise<void> => {
    await generate.mutateAsync()
    showSuccess(t('generated'))
  }
  return (
    <Button
      type="primary"
      icon={<KeyOutlined aria-hidden />}
      loading={generate.isPending}
      onClick={() =>
        isFirst
          ? void make().catch(() => {
              // The result has already been shown.
            })
          : confirm({
              title: t('askGenerate'),
              text: t('generateEffect'),
              verb: t('generate'),
              run: make,
            })
      }
    >
      {t('generate')}
    </Button>
  )
}

/** Keys for encrypting and signing builds. */
export const FirmwareKeyScreen = () => {
  const { t } = useTranslation('firmware')
  const keys = useQuery(buildQuery('listFirmwareKeys'))
  const { items = [], can } = keys.data ?? {}
  const hasKeys = items.length > 0
  const button = can?.generate && <GenerateKey isFirst={!hasKeys} />
  const narrow = useNarrow()
  return (
    <div className={`grid cols-1 gap-16 content-start ${style.page}`}>
      <div className="flex wrap gap-8 items-center justify-between">
        <h1 className="page-title">{t('keys')}</h1>
        {hasKeys && !narrow && button}
      </div>
      <FirmwareTabs />
      <div className={style.keys}>
        {keys.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        {keys.isError && !keys.data && (
          <Failure error={keys.error} onRetry={() => void keys.refetch()} />
        )}
        {hasKeys && <p className="m-0 muted text-13 leading-normal">{t('keysLead')}</p>}
        {items.map((key) => (
          <KeyCard key={key.keyId} firmwareKey={key} />
        ))}
        {keys.data && !hasKeys && (
          <Empty title={t('keysNone')} reason={t('keysLead')} action={button} />
        )}
      </div>
      {hasKeys && narrow && button && <div className={style.foot}>{button}</div>}
    </div>
  )
}
