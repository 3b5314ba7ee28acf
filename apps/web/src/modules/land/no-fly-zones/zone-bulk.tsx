import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useTranslation } from 'react-i18next'
import { ExportChosen } from '../geometry-exports/export-chosen.tsx'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { afterZoneChange, changeZone } from './no-fly-zones.mutations.ts'
import { chosenZoneFiles } from './zone-files.ts'

export const ZoneBulk = ({ zones, clear }: { zones: readonly NoFlyZone[]; clear: () => void }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <>
      <ExportChosen count={zones.length} files={chosenZoneFiles(zones)} />
      <BulkActions
        rows={zones}
        clear={clear}
        toKey={({ noflyId }) => noflyId}
        toName={({ noflyName }) => noflyName}
        after={() => afterZoneChange()}
        actions={[
          {
            verb: t('enable'),
            ask: (count) => t('askEnableMany', { count }),
            effect: () => <p>{t('enableEffect')}</p>,
            applies: (zone) => zone.can.enable && !zone.enabled,
            run: ({ noflyId }) => changeZone(noflyId, 'enable'),
          },
          {
            verb: t('disable'),
            danger: true,
            ask: (count) => t('askDisableMany', { count }),
            effect: () => <p>{t('disableEffect')}</p>,
            applies: (zone) => zone.can.enable && zone.enabled,
            run: ({ noflyId }) => changeZone(noflyId, 'disable'),
          },
          {
            verb: t('delete'),
            danger: true,
            ask: (count) => t('askDeleteMany', { count }),
            effect: () => <p>{t('deleteEffect')}</p>,
            applies: (zone) => zone.can.delete,
            run: ({ noflyId }) => changeZone(noflyId, 'delete'),
          },
        ]}
      />
    </>
  )
}
