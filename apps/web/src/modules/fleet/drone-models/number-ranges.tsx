import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { IdRangeInput, type DroneModel } from '@swath/contract/fleet/drone-models'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useAddRange, useRemoveRange } from './drone-models.mutations.ts'
import { rangeText } from './drone-model.labels.ts'
import style from './drone-models.module.css'

const AddRange = ({ model, onClose }: { model: DroneModel; onClose: () => void }) => {
  const { t } = useTranslation('drone-models')
  const add = useAddRange()
  const number = <Input maxLength={32} autoComplete="off" spellCheck={false} />
  return (
    <FormDrawer
      onClose={onClose}
      dialog={480}
      title={t('rangeAddTitle', { name: model.modelName })}
      submitLabel={t('rangeAdd')}
      schema={IdRangeInput}
      initial={{ flyModelId: model.flyModelId }}
      messages={{
        rangeLength: t('rangeLength'),
        rangeOrder: t('rangeOrder'),
        firstIdWrong: t('idWrong'),
        lastIdWrong: t('idWrong'),
      }}
      onSubmit={async (body) => {
        await add.mutateAsync(body)
        showSuccess(t('rangeAdded', { name: model.modelName }))
      }}
    >
      <p className="muted text-13 mb-12 leading-normal">{t('rangeHint')}</p>
      <div className="pair">
        <FormField name="firstId" label={t('firstId')}>
          {number}
        </FormField>
        <FormField name="lastId" label={t('lastId')}>
          {number}
        </FormField>
      </div>
    </FormDrawer>
  )
}

/** The serial numbers of a model: new drones in these ranges get the model. */
export const NumberRanges = ({ model }: { model: DroneModel }) => {
  const { t } = useTranslation('drone-models')
  const confirm = useConfirm()
  const remove = useRemoveRange()
  const [isAdding, setAdding] = useState(false)
  const askRemove = (range: DroneModel['idRanges'][number]): void =>
    confirm({
      title: t('rangeAskRemove', { range: rangeText(range) }),
      text: t('rangeRemoveEffect', { name: model.modelName }),
      verb: t('terms:remove'),
      run: () => remove.mutateAsync({ modelId: model.flyModelId, rangeId: range.rangeId }),
    })
  return (
    <FactSection title={t('ranges')}>
      <p className="muted text-13 mb-12 leading-normal">
        {model.idRanges.length > 0 ? t('rangesHint') : t('rangesNone')}
      </p>
      {model.idRanges.length > 0 && (
        <ul className={`grid gap-8 mb-12 ${style.ranges}`}>
          {model.idRanges.map((range) => (
            <li key={range.rangeId}>
              <span>
                <code className="block tabular break-anywhere">{rangeText(range)}</code>
                <span className="muted text-13">
                  {t('rangeDrones', { count: range.droneNum, shown: formatCount(range.droneNum) })}
                </span>
              </span>
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('rangeRemoveOf', { range: rangeText(range) })}
                onClick={() => askRemove(range)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
        {t('rangeAdd')}
      </Button>
      {isAdding && <AddRange model={model} onClose={() => setAdding(false)} />}
    </FactSection>
  )
}
