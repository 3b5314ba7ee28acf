import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import type { Passkey } from '@swath/contract/people/second-factor'
import type { PasskeyOptions } from './passkey-name.tsx'
import type { TotpSecret } from './totp-set-up.tsx'

type Steps = {
  onSecret: (secret: TotpSecret) => void
  onOptions: (options: PasskeyOptions) => void
  onCodes: (codes: string[]) => void
  onRename: (passkey: Passkey) => void
}

/** Changes of the person's own factors, after their confirmations. */
export const useFactorChanges = (
  confirmed: <T>(run: () => Promise<T>) => Promise<T>,
  { onSecret, onOptions, onCodes, onRename }: Steps,
) => {
  const { t } = useTranslation('second-factor')
  const confirm = useConfirm()
  const startTotp = useChange({
    run: () => confirmed(() => call('startTotp')),
    outdated: [],
    done: onSecret,
  })
  const startPasskey = useChange({
    run: () => confirmed(() => call('askNewPasskey')),
    outdated: [],
    done: onOptions,
  })
  const makeCodes = useChange({
    run: () => confirmed(() => call('makeRecoveryCodes')),
    outdated: ['getOwnFactors'],
    done: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const remove = useChange({
    run: (passkeyId: string | null) =>
      confirmed(() =>
        passkeyId === null ? call('removeTotp') : call('removePasskey', { params: { passkeyId } }),
      ),
    outdated: ['getOwnFactors'],
    done: () => showSuccess(t('removed')),
  })
  /** The identity is asked for in another dialog, so the question closes first. */
  const removeLater = (passkeyId: string | null) => (): Promise<void> => {
    remove.mutate(passkeyId)
    return Promise.resolve()
  }
  return {
    startTotp,
    startPasskey,
    renamePasskey: onRename,
    askCodes: () =>
      confirm({
        title: t('recoveryAsk'),
        text: t('recoveryEffect'),
        verb: t('recoveryMake'),
        run: () => {
          makeCodes.mutate()
          return Promise.resolve()
        },
      }),
    askRemoveTotp: () =>
      confirm({
        title: t('removeTotpAsk'),
        text: t('removeEffect'),
        verb: t('terms:remove'),
        run: removeLater(null),
      }),
    askRemovePasskey: ({ name, passkeyId }: Passkey) =>
      confirm({
        title: t('removePasskeyAsk', { name }),
        text: t('removeEffect'),
        verb: t('terms:remove'),
        run: removeLater(passkeyId),
      }),
  }
}

export type FactorChanges = ReturnType<typeof useFactorChanges>
