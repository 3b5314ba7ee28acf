import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useTranslation } from 'react-i18next'
import { showSuccess, showUndoable } from '../../../lib/errors.ts'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useZoneChange, type ZoneChange } from './no-fly-zones.mutations.ts'

/** Confirmations before a zone is enabled, disabled or deleted. */
export const useAskZoneChange = (): ((zone: NoFlyZone, change: ZoneChange) => void) => {
  const { t } = useTranslation('no-fly-zones')
  const confirm = useConfirm()
  const closeDetail = useCloseDetail()
  const { mutateAsync } = useZoneChange()
  return (zone, change) => {
    const name = zone.noflyName
    const questions = {
      enable: {
        title: t('askEnable', { name }),
        text: t('enableEffect'),
        verb: t('enable'),
        danger: false,
        run: () => mutateAsync({ zone, change }),
      },
      disable: {
        title: t('askDisable', { name }),
        text: t('disableEffect'),
        verb: t('disable'),
        run: async () => {
          await mutateAsync({ zone, change })
          showUndoable(t('disabledNote', { name }), () => {
            // A refusal has been reported.
            mutateAsync({ zone, change: 'enable' }).catch(() => undefined)
          })
        },
      },
      delete: {
        title: t('askDelete', { name }),
        text: t('deleteEffect'),
        verb: t('delete'),
        run: async () => {
          // Close its details before deleting.
          closeDetail()
          await mutateAsync({ zone, change })
          showSuccess(t('deleted', { name }))
        },
      },
    }
    confirm(questions[change])
  }
}
