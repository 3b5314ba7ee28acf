import type { MemberFactors } from '@swath/contract/people/member-factors'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAskReset, useCancelReset, useConfirmReset } from './member-factors.mutations.ts'

/** Asks for a reset of a member's factors, or confirms and cancels the request of another. */
export const FactorReset = ({ factors }: { factors: MemberFactors }) => {
  const { t } = useTranslation('member-factors')
  const confirm = useConfirm()
  const ask = useAskReset()
  const confirmReset = useConfirmReset()
  const cancel = useCancelReset()
  const { userId, userName: name, reset, can } = factors
  if (!reset) {
    if (!can.ask) return null
    const askReset = (): void =>
      confirm({
        title: t('askTitle', { name }),
        text: t('askEffect'),
        verb: t('askVerb'),
        run: async () => {
          await ask.mutateAsync({ userId })
          showSuccess(t('askedDone'))
        },
      })
    return <Button onClick={askReset}>{t('ask')}</Button>
  }
  const askConfirm = (): void =>
    confirm({
      title: t('confirmTitle', { name }),
      text: t('confirmEffect'),
      verb: t('confirm'),
      run: async () => {
        await confirmReset.mutateAsync({ userId })
        showSuccess(t('confirmed'))
      },
    })
  return (
    <Alert
      type="warning"
      showIcon
      title={t('askedBy', { name: reset.requestedByName })}
      description={
        <div className="grid gap-8">
          <span>
            {t('until')} <Time time={reset.expiresAt} />
          </span>
          {!can.confirm && <span>{t('askedOwn')}</span>}
          <div className="flex wrap gap-8">
            {can.confirm && (
              <Button danger onClick={askConfirm}>
                {t('confirm')}
              </Button>
            )}
            {can.cancel && (
              <Button
                loading={cancel.isPending}
                onClick={() =>
                  cancel.mutate({ userId }, { onSuccess: () => showSuccess(t('cancelled')) })
                }
              >
                {t('cancel')}
              </Button>
            )}
          </div>
        </div>
      }
    />
  )
}
