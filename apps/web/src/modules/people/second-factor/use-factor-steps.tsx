import type { FactorAdded, Passkey } from '@swath/contract/people/second-factor'
import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { useIdentity } from './identity.tsx'
import { PasskeyName, RenamePasskey, type PasskeyOptions } from './passkey-name.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetUp, type TotpSecret } from './totp-set-up.tsx'
import { useFactorChanges, type FactorChanges } from './use-factor-changes.ts'

type Options = {
  hasPasskey: boolean
  /** Whose recovery codes these are, on the printed sheet. */
  name: string
  /** A factor was added, and its recovery codes, if any, were kept. */
  onAdded?: (added: FactorAdded) => void
}

/** The dialogs through which a person changes their factors, one at a time. */
export const useFactorSteps = ({
  hasPasskey,
  name,
  onAdded,
}: Options): { changes: FactorChanges; dialogs: ReactNode } => {
  const { t } = useTranslation('second-factor')
  const identity = useIdentity(hasPasskey)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [options, setOptions] = useState<PasskeyOptions | null>(null)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [kept, setKept] = useState<{ codes: string[]; added: FactorAdded | null } | null>(null)
  const changes = useFactorChanges(identity.confirmed, {
    onSecret: setSecret,
    onOptions: setOptions,
    onRename: setRenamed,
    onCodes: (codes) => setKept({ codes, added: null }),
  })
  const finish = (text: string) => (added: FactorAdded) => {
    setSecret(null)
    setOptions(null)
    showSuccess(text)
    if (added.recoveryCodes) setKept({ codes: added.recoveryCodes, added })
    else onAdded?.(added)
  }
  const keep = (): void => {
    setKept(null)
    if (kept?.added) onAdded?.(kept.added)
  }
  const dialogs = (
    <>
      {identity.dialog}
      <Modal
        open={secret !== null}
        title={t('totp')}
        footer={null}
        width={440}
        destroyOnHidden
        onCancel={() => setSecret(null)}
      >
        {secret && <TotpSetUp secret={secret} onDone={finish(t('totpDone'))} />}
      </Modal>
      {options && (
        <PasskeyName
          options={options}
          onDone={finish(t('passkeyDone'))}
          onClose={() => setOptions(null)}
        />
      )}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} />}
      {/* Closed only by its button: the codes are not shown again. */}
      <Modal
        open={kept !== null}
        title={t('codesTitle')}
        width={520}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={keep}>
            {t('terms:iHaveKeptIt')}
          </Button>
        }
      >
        {kept && <RecoveryCodes codes={kept.codes} name={name} />}
      </Modal>
    </>
  )
  return { changes, dialogs }
}
