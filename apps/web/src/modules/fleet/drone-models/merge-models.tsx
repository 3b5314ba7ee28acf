import type { DroneModel } from '@swath/contract/fleet/drone-models'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatMeasure } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useMergeModels } from './drone-models.mutations.ts'
import style from './drone-models.module.css'

const Choice = z.object({ targetModelId: z.uuid() })

type Props = { model: DroneModel; onClose: () => void; onMerged: () => void }

/**
 * Merges a model into another of the same maker, after showing what is moved and what is deleted.
 */
export const MergeModels = ({ model, onClose, onMerged }: Props) => {
  const { t } = useTranslation('drone-models')
  const others = useQuery(
    buildQuery('listDroneModels', { query: { zzAccountId: model.zzAccountId, pageSize: '500' } }),
  )
  const merge = useMergeModels()
  const targets = (others.data?.items ?? []).filter(
    ({ flyModelId }) => flyModelId !== model.flyModelId,
  )
  return (
    <FormDrawer
      onClose={onClose}
      dialog={480}
      title={t('mergeTitle', { name: model.modelName })}
      submitLabel={t('merge')}
      schema={Choice}
      initial={{}}
      onSubmit={async ({ targetModelId }) => {
        const { model: stays, movedDrones } = await merge.mutateAsync({
          flyModelId: model.flyModelId,
          targetModelId,
        })
        showSuccess(
          t('merged', {
            count: movedDrones,
            shown: formatCount(movedDrones),
            name: stays.modelName,
          }),
        )
        onMerged()
      }}
    >
      <FormField name="targetModelId" label={t('mergeTarget')}>
        <Select
          showSearch
          optionFilterProp="label"
          loading={others.isPending}
          notFoundContent={others.isPending ? null : t('mergeNone')}
          options={targets.map((one) => ({
            value: one.flyModelId,
            label: `${one.modelName} · ${formatMeasure(one.sprayWidth, 'm', 1)}`,
          }))}
        />
      </FormField>
      <ul className={`grid gap-4 m-0 ${style.effects}`}>
        <li>{t('mergeDrones', { count: model.droneNum, shown: formatCount(model.droneNum) })}</li>
        {model.idRanges.length > 0 && (
          <li>
            {t('mergeRanges', {
              count: model.idRanges.length,
              shown: formatCount(model.idRanges.length),
            })}
          </li>
        )}
        <li>{t('mergeWidth')}</li>
        <li>
          <strong>{t('mergeGone', { name: model.modelName })}</strong>
        </li>
      </ul>
    </FormDrawer>
  )
}
