import { SafetyCertificateOutlined } from '@ant-design/icons'
import {
  containerBytesAtMost,
  firmwareCheckList,
  type FirmwareCheck,
} from '@swath/contract/gear/firmware-checks'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { FileField, fileOf, useFileMessages, useSending } from './file-field.tsx'
import { FirmwareTabs } from './firmware-tabs.tsx'
import { checkLabels, checkTones, refusalLabels } from './firmware.labels.ts'
import { sendForVerifying } from './send-firmware.ts'
import style from './firmware.module.css'

const lookMs = 2_000
/** The others last seconds. */
const states = ['all', 'passed', 'refused'] as const
const dialogPx = 520
const Verifying = z.object({ file: fileOf(containerBytesAtMost) })

type FormProps = { onClose: () => void; onSent: (check: FirmwareCheck) => void }
const VerifyForm = ({ onClose, onSent }: FormProps) => {
  const { t } = useTranslation('firmware')
  const sending = useSending()
  const verify = useChange({
    run: (file: File) => sending.run((options) => sendForVerifying(file, options)),
    outdated: ['listFirmwareChecks'],
  })
  return (
    <FormDrawer
      dialog={dialogPx}
      onClose={onClose}
      title={t('verifyAFile')}
      submitLabel={t('verify')}
      schema={Verifying}
      initial={{}}
      messages={useFileMessages()}
      onSubmit={async ({ file }) => {
        const check = await verify.mutateAsync(file)
        if (check) onSent(check)
      }}
    >
      <FormField name="file" label={t('filename')}>
        <FileField sentBytes={sending.sentBytes} onStop={sending.stop} hint={t('verifyHint')} />
      </FormField>
    </FormDrawer>
  )
}

/** The result of the last file. */
const Verdict = ({ sent }: { sent: FirmwareCheck }) => {
  const { t } = useTranslation('firmware')
  const asked = useQuery({
    ...buildQuery('getFirmwareCheck', { params: { checkId: sent.checkId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'passed' || state.data?.state === 'refused' ? false : lookMs,
  })
  const check = asked.data ?? sent
  const isRefused = check.state === 'refused'
  const isPassed = check.state === 'passed'
  return (
    <Alert
      className={style.notice!}
      role="status"
      type={isPassed ? 'success' : isRefused ? 'error' : 'info'}
      showIcon
      title={`${check.filename}: ${t(checkLabels[check.state])}`}
      description={
        isPassed
          ? t('passedText', { version: check.firmwareVersion, fingerprint: check.fingerprint })
          : isRefused && check.reason
            ? `${t(refusalLabels[check.reason])}. ${t('refusedText')}`
            : undefined
      }
    />
  )
}

const useCheckCells = (): CellRenderers<typeof firmwareCheckList> => {
  const { t } = useTranslation('firmware')
  return {
    state: {
      render: ({ state }) => <StateTag tone={checkTones[state]}>{t(checkLabels[state])}</StateTag>,
    },
  }
}

/** Verifies whether a file is one of the maker's builds and intact, and lists earlier checks. */
export const FirmwareCheckListScreen = () => {
  const { t } = useTranslation('firmware')
  const cellRenderers = useCheckCells()
  const { rows, answer, onLoaded } = useLoadedRows<typeof firmwareCheckList>()
  const { chips, narrowed } = useStateChips({ states, labels: checkLabels, counts: answer?.stats })
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<FirmwareCheck | null>(null)
  const isWorking = rows?.some(({ state }) => state === 'checking') ?? false
  const verify = (
    <Button
      type="primary"
      icon={<SafetyCertificateOutlined aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('verifyAFile')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={firmwareCheckList}
        title={t('verifyLog')}
        head={
          <>
            <FirmwareTabs />
            {chips}
            {sent && <Verdict key={sent.checkId} sent={sent} />}
          </>
        }
        as={{ narrowed }}
        shown={[
          'filename',
          'state',
          'reason',
          'firmwareVersion',
          'fingerprint',
          'bytes',
          'userName',
          'createdAt',
        ]}
        cellRenderers={cellRenderers}
        filters={[
          'filename',
          'firmwareVersion',
          { from: 'startTime', to: 'endTime', label: t('checkedAt') },
          'userName',
        ]}
        actions={verify}
        rows={{ onLoaded }}
        empty={{ title: t('checksNone'), reason: t('checksNoneReason'), action: verify }}
        {...(isWorking ? { refreshMs: lookMs } : {})}
      />
      {isOpen && <VerifyForm onClose={() => setOpen(false)} onSent={setSent} />}
    </>
  )
}
