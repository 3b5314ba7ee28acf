import type { Plot } from '@swath/contract/land/plots'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { ExportChosen } from '../geometry-exports/export-chosen.tsx'
import { geometryFiles } from '../geometry-exports/geometry-files.ts'
import { plotFiles } from './plot.labels.ts'
import { afterPlotChange, deletePlot } from './plots.mutations.ts'

type Props = {
  plots: readonly Plot[]
  clear: () => void
  onShare: (plots: readonly Plot[]) => void
}

export const PlotBulk = ({ plots, clear, onShare }: Props) => {
  const { t } = useTranslation('plots')
  const shareable = plots.filter(({ can }) => can.share)
  return (
    <>
      <Button size="small" disabled={shareable.length === 0} onClick={() => onShare(shareable)}>
        {t('share')}
      </Button>
      <ExportChosen
        count={plots.length}
        files={geometryFiles(plotFiles, {
          blockIds: plots.map(({ blockId }) => blockId).join(','),
        })}
      />
      <BulkActions
        rows={plots}
        clear={clear}
        toKey={({ blockId }) => blockId}
        toName={({ blockName }) => blockName}
        after={() => afterPlotChange()}
        actions={[
          {
            verb: t('terms:delete'),
            danger: true,
            ask: (count) => t('askDeleteMany', { count }),
            effect: () => <p>{t('deleteManyEffect')}</p>,
            applies: ({ can }) => can.delete,
            run: ({ blockId }) => deletePlot(blockId, false),
          },
          {
            verb: t('forceDelete'),
            danger: true,
            ask: (count) => t('askDeleteMany', { count }),
            effect: () => <p>{t('forceDeleteEffect')}</p>,
            applies: ({ can, workNum }) => can.delete && workNum > 0,
            run: ({ blockId }) => deletePlot(blockId, true),
          },
        ]}
      />
    </>
  )
}
