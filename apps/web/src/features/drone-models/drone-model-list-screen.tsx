import { PlusOutlined } from '@ant-design/icons'
import { modelPowers, modelShapes, type DroneModel } from '@swath/contract/drone-models'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { CallError } from '../../lib/api.ts'
import { errorText, showError, showSuccess } from '../../lib/errors.ts'
import { dash, formatArea, formatCount, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Area, useAreaWord } from '../../ui/area.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/list-columns.tsx'
import type { Filter } from '../../ui/list-filters.tsx'
import { ListScreen } from '../../ui/list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { Time } from '../../ui/time.tsx'
import { useDeleteModel } from './drone-model-changes.ts'
import { ModelView, type Asks } from './drone-model-detail.tsx'
import { CreateModel, EditModel } from './drone-model-form.tsx'
import { powerWords, rangeText, shapeWords } from './drone-model-words.ts'
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
      okText: t('close'),
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
        verb: t('delete'),
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
  const columns: readonly Column<DroneModel>[] = [
    {
      key: 'modelName',
      title: t('name'),
      sort: 'modelName',
      render: (model) => (
        <span className={style.name}>
          {model.pictureUrl ? (
            <img className={style.thumb} src={model.pictureUrl} alt="" loading="lazy" />
          ) : (
            <ShapeMark shape={model.shape} />
          )}
          {model.modelName}
        </span>
      ),
    },
    {
      key: 'zzAccountName',
      title: t('manufacturer'),
      sort: 'zzAccountName',
      hidden: isMaker,
      render: (model) => model.zzAccountName,
    },
    { key: 'shape', title: t('shape'), render: (model) => t(shapeWords[model.shape]) },
    { key: 'power', title: t('power'), render: (model) => t(powerWords[model.power]) },
    {
      key: 'tankL',
      title: t('tank'),
      unit: 'L',
      number: true,
      sort: 'tankL',
      render: (model) => (model.tankL > 0 ? formatNumber(model.tankL, 1) : dash),
    },
    {
      key: 'sprayWidth',
      title: t('sprayWidthShort'),
      unit: 'm',
      number: true,
      sort: 'sprayWidth',
      render: (model) => formatNumber(model.sprayWidth, 1),
    },
    {
      key: 'droneNum',
      title: t('droneNum'),
      number: true,
      sort: 'droneNum',
      render: (model) => formatCount(model.droneNum),
    },
    {
      key: 'workArea',
      title: t('workArea'),
      unit: areaWord,
      number: true,
      sort: 'workArea',
      render: (model) => <Area mu={model.workArea} bare />,
    },
    {
      key: 'sortieCount',
      title: t('sorties'),
      number: true,
      hidden: true,
      render: (model) => formatCount(model.sortieCount),
    },
    {
      key: 'idRanges',
      title: t('ranges'),
      hidden: !isMaker,
      render: (model) => <Ranges model={model} />,
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      hidden: true,
      render: (model) => <Time time={model.createdAt} />,
    },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      hidden: true,
      render: (model) => <Time time={model.updatedAt} />,
    },
  ]
  const filters: readonly Filter[] = [
    { kind: 'text', name: 'modelName', label: t('name') },
    ...(isMaker
      ? []
      : [{ kind: 'text', name: 'zzAccountName', label: t('manufacturer') } as const]),
    {
      kind: 'choice',
      name: 'shape',
      label: t('shape'),
      options: modelShapes.map((shape) => ({ value: shape, label: t(shapeWords[shape]) })),
    },
    {
      kind: 'choice',
      name: 'power',
      label: t('power'),
      options: modelPowers.map((power) => ({ value: power, label: t(powerWords[power]) })),
    },
  ]
  const create = isManager && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="drone-models"
        title={t('title')}
        operation="listDroneModels"
        rowKey="flyModelId"
        columns={columns}
        filters={filters}
        defaultSort="modelName"
        stats={({ stats }) => [
          { label: t('statModels'), value: formatCount(stats.modelNum) },
          ...(isMaker ? [] : [{ label: t('statManufacturers'), value: formatCount(stats.zzNum) }]),
          { label: t('droneNum'), value: formatCount(stats.droneNum) },
          { label: t('workArea'), value: formatArea(stats.workArea, unit), unit: areaWord },
        ]}
        exports={tableExports('exportDroneModels', 'drone-models', { areaUnit: unit })}
        actions={create}
        detail={{
          title: (_id, row) => row?.modelName ?? t('model'),
          render: (id, row) => <ModelView key={id} flyModelId={id} row={row} asks={asks} />,
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
