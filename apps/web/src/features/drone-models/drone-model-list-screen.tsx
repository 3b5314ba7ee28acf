import { PlusOutlined } from '@ant-design/icons'
import { droneModelList, type DroneModel } from '@swath/contract/drone-models'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { CallError } from '../../lib/api.ts'
import { errorText, showError, showSuccess } from '../../lib/errors.ts'
import { dash, formatArea, formatCount, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { useAreaWord } from '../../ui/area.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ListScreen } from '../../ui/list-screen.tsx'
import { useDeleteModel } from './drone-model-changes.ts'
import { ModelView, type Asks } from './drone-model-detail.tsx'
import { CreateModel, EditModel } from './drone-model-form.tsx'
import { rangeText } from './drone-model-words.ts'
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
  <span className={style.name}>
    {model.pictureUrl ? (
      <img className={style.thumb} src={model.pictureUrl} alt="" loading="lazy" />
    ) : (
      <ShapeMark shape={model.shape} />
    )}
    {model.modelName}
  </span>
)

/** What is built: a maker its own models, the platform those of all. */
export const DroneModelListScreen = () => {
  const { t } = useTranslation('drone-models')
  const user = useUser()
  const isMaker = user.accountType === 3
  const isManager = user.rights.includes('equipment.manage')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const confirm = useConfirm()
  const { modal } = App.useApp()
  const destroy = useDeleteModel()
  const [, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<DroneModel | null>(null)
  const [merged, setMerged] = useState<DroneModel | null>(null)
  const closeDetail = (): void =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('open')
      return after
    })
  const tellRefusal = (model: DroneModel, error: CallError): void =>
    void modal.error({
      title: t('deleteRefused', { name: model.modelName }),
      centered: true,
      okText: t('terms:close'),
      content: (
        <>
          <p>{errorText(error)}</p>
          <ul className={style.effects}>
            {error.details.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
          <p>{t('deleteRefusedHint')}</p>
        </>
      ),
    })
  const asks: Asks = {
    edit: setEdited,
    merge: setMerged,
    remove: (model) =>
      confirm({
        title: t('askDelete', { name: model.modelName }),
        text: t('deleteEffect'),
        verb: t('terms:delete'),
        run: async () => {
          try {
            await destroy.mutateAsync(model)
          } catch (error) {
            // No second try would end otherwise.
            if (error instanceof CallError && error.code === 'in_use' && error.details.length > 0)
              return tellRefusal(model, error)
            showError(error)
            throw error
          }
          closeDetail()
          showSuccess(t('deleted', { name: model.modelName }))
        },
      }),
  }
  const create = isManager && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
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
        looks={{
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
