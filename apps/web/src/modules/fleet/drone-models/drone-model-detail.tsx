import { EditOutlined, MergeCellsOutlined } from '@ant-design/icons'
import type { DroneModel } from '@swath/contract/fleet/drone-models'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { powerLabels, shapeLabels } from './drone-model.labels.ts'
import { NumberRanges } from './number-ranges.tsx'
import style from './drone-models.module.css'

export type Asks = {
  edit: (model: DroneModel) => void
  merge: (model: DroneModel) => void
  remove: (model: DroneModel) => void
}

const Unit = ({ value, unit }: { value: number; unit: string }) => (
  <span className="figure">
    {formatNumber(value, 1)} <span className="unit">{formatUnit(unit)}</span>
  </span>
)

const ModelActions = ({ model, asks }: { model: DroneModel; asks: Asks }) => {
  const { t } = useTranslation('drone-models')
  const { can } = model
  return (
    <div className="flex wrap gap-8">
      <Button icon={<EditOutlined aria-hidden />} onClick={() => asks.edit(model)}>
        {t('terms:edit')}
      </Button>
      {can.merge && (
        <Button icon={<MergeCellsOutlined aria-hidden />} onClick={() => asks.merge(model)}>
          {t('merge')}
        </Button>
      )}
      {can.delete && <DeleteButton onClick={() => asks.remove(model)} />}
    </div>
  )
}

const ModelFacts = ({ model }: { model: DroneModel }) => {
  const { t } = useTranslation('drone-models')
  return (
    <Facts>
      <Fact label={t('terms:manufacturer')}>{model.zzAccountName}</Fact>
      <Fact label={t('shape')}>{t(shapeLabels[model.shape])}</Fact>
      <Fact label={t('power')}>{t(powerLabels[model.power])}</Fact>
      <Fact label={t('terms:tank')}>
        {model.tankL > 0 && <Unit value={model.tankL} unit="L" />}
      </Fact>
      <Fact label={t('defaultSwathWidth')} hint={t('defaultSwathWidthHint')}>
        <Unit value={model.sprayWidth} unit="m" />
      </Fact>
      <Fact label={t('droneNum')}>
        {formatCount(model.droneNum)}
        {model.droneNum > 0 && (
          <>
            {' '}
            ·{' '}
            <Link
              to={`/business_manage/drone-list?modelName=${encodeURIComponent(model.modelName)}`}
            >
              {t('showDrones')}
            </Link>
          </>
        )}
      </Fact>
      <AreaFact label={t('workArea')} mu={model.workArea} />
      <Fact label={t('terms:sorties')}>{formatCount(model.sortieCount)}</Fact>
      <TimeFact label={t('createdAt')} time={model.createdAt} />
      <TimeFact label={t('updatedAt')} time={model.updatedAt} />
    </Facts>
  )
}

type Props = { flyModelId: string; row: DroneModel | undefined; asks: Asks }

/** Details of one model, its serial numbers, and its actions. */
export const ModelView = ({ flyModelId, row, asks }: Props) => {
  const { t } = useTranslation('drone-models')
  const detail = useQuery({
    ...buildQuery('getDroneModel', { params: { modelId: flyModelId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf row={row} asked={detail}>
      {(model) => (
        <div className="grid cols-1 gap-20">
          {model.can.update && <ModelActions model={model} asks={asks} />}
          {model.pictureUrl && (
            <img
              className={style.picture}
              src={model.pictureUrl}
              alt={t('pictureOf', { name: model.modelName })}
            />
          )}
          <ModelFacts model={model} />
          {model.can.update && <NumberRanges model={model} />}
        </div>
      )}
    </DetailOf>
  )
}
