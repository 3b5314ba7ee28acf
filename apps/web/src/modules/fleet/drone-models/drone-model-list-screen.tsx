import { droneModelList, type DroneModel } from '@swath/contract/fleet/drone-models'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { dash, formatArea, formatCount, formatNumber } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useDeleteModel } from './drone-models.mutations.ts'
import { ModelView, type Asks } from './drone-model-detail.tsx'
import { CreateModel, EditModel } from './drone-model-form.tsx'
import { rangeText } from './drone-model.labels.ts'
import { MergeModels } from './merge-models.tsx'
import { ShapeMark } from './shape-mark.tsx'
import style from './drone-models.module.css'

const Ranges = ({ model }: { model: DroneModel }) => {
  const all = model.idRanges.map(rangeText).join('; ')
  return all === '' ? (
    dash
  ) : (
    <span className={style.cell} title={all}>
      {all}
    </span>
  )
}

const ModelName = ({ model }: { model: DroneModel }) => (
  <span className={`inline-flex gap-10 items-center ${style.name}`}>
    {model.pictureUrl ? (
      <img className={style.thumb} src={model.pictureUrl} alt="" loading="lazy" />
    ) : (
      <ShapeMark shape={model.shape} />
    )}
    {model.modelName}
  </span>
)

const useAskDelete = (): ((model: DroneModel) => void) => {
  const { t } = useTranslation('drone-models')
  const askDelete = useDeletion()
  const destroy = useDeleteModel()
  const closeDetail = useCloseDetail()
  return (model) =>
    askDelete({
      title: t('askDelete', { name: model.modelName }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: () => destroy.mutateAsync(model),
      refused: {
        title: t('deleteRefused', { name: model.modelName }),
        hint: t('deleteRefusedHint'),
      },
      close: closeDetail,
      done: t('deleted', { name: model.modelName }),
    })
}

/** The models of a maker; the platform sees those of all makers. */
export const DroneModelListScreen = () => {
  const { t } = useTranslation('drone-models')
  const user = useUser()
  const isMaker = user.accountType === 'manufacturer'
  const isManager = user.can.manageModels
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<DroneModel | null>(null)
  const [merged, setMerged] = useState<DroneModel | null>(null)
  const closeDetail = useCloseDetail()
  const asks: Asks = { edit: setEdited, merge: setMerged, remove: useAskDelete() }
  const create = isManager && <CreateButton label={t('create')} onClick={() => setCreating(true)} />
  return (
    <>
      <ListScreen
        list={droneModelList}
        title={t('terms:droneModels')}
        shown={[
          'modelName',
          ...(isMaker ? [] : (['zzAccountName'] as const)),
          'shape',
          'power',
          'tankL',
          'sprayWidth',
          'droneNum',
          'workArea',
          ...(isMaker ? (['idRanges'] as const) : []),
        ]}
        cellRenderers={{
          modelName: { render: (model) => <ModelName model={model} /> },
          tankL: { render: ({ tankL }) => (tankL > 0 ? formatNumber(tankL, 1) : dash) },
          idRanges: { render: (model) => <Ranges model={model} /> },
        }}
        filters={['modelName', ...(isMaker ? [] : (['zzAccountName'] as const)), 'shape', 'power']}
        stats={({ stats }) => [
          { label: t('terms:models'), value: formatCount(stats.modelNum) },
          ...(isMaker
            ? []
            : [{ label: t('terms:manufacturers'), value: formatCount(stats.zzNum) }]),
          { label: t('droneNum'), value: formatCount(stats.droneNum) },
          { label: t('workArea'), value: formatArea(stats.workArea, unit), unit: areaWord },
        ]}
        actions={create}
        rows={{
          detail: {
            title: (_id, row) => row?.modelName ?? t('model'),
            render: (id, row) => <ModelView key={id} flyModelId={id} row={row} asks={asks} />,
          },
        }}
        empty={{
          title: t('none'),
          reason: isManager ? t('noneReason') : t('noneReasonReader'),
          ...(create ? { action: create } : {}),
        }}
      />
      <CreateModel open={isCreating} onClose={() => setCreating(false)} />
      {edited && (
        <EditModel key={edited.flyModelId} model={edited} onClose={() => setEdited(null)} />
      )}
      {merged && (
        <MergeModels
          key={merged.flyModelId}
          model={merged}
          onClose={() => setMerged(null)}
          onMerged={closeDetail}
        />
      )}
    </>
  )
}
