import { groupLimits } from '@swath/contract/campaigns/group-plans'
import { commandLimits } from '@swath/domain/command'
import { Checkbox, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { usePerAreaWord } from '../../../ui/area.tsx'
import { EdgeChoice } from './draft-plots.tsx'
import { NumberField } from './number-field.tsx'
import { dosePerHa, dosePerUnit, type Draft } from './plan-draft.ts'
import { winds } from './plan.labels.ts'
import style from './group-control.module.css'

type Props = { draft: Draft; set: (change: Partial<Draft>) => void }

const WindChoice = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  return (
    <label className={style.field}>
      <span>{t('windFrom')}</span>
      <Select<number>
        value={draft.windFromDeg ?? -1}
        options={[
          { value: -1, label: t('windNone') },
          ...winds.map(({ fromDeg, label }) => ({ value: fromDeg, label: t(label) })),
        ]}
        onChange={(fromDeg) => set({ windFromDeg: fromDeg < 0 ? null : fromDeg, cuts: null })}
      />
    </label>
  )
}

const MoreSettings = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const { marginM } = groupLimits
  return (
    <details className={style.more}>
      <summary className="muted regular">{t('more')}</summary>
      <div className={style.pairs}>
        <EdgeChoice draft={draft} set={set} />
        <WindChoice draft={draft} set={set} />
        <NumberField
          label={t('separation')}
          unit="m"
          value={draft.separationM}
          limits={groupLimits.separationM}
          onChange={(separationM) => set({ separationM })}
        />
        <NumberField
          label={t('transitHeight')}
          unit="m"
          value={draft.transitHeightM}
          limits={commandLimits.heightM}
          onChange={(transitHeightM) => set({ transitHeightM })}
        />
        <NumberField
          label={t('margin')}
          unit="m"
          step={0.5}
          value={draft.marginM}
          limits={marginM}
          onChange={(value) => set({ marginM: value, cuts: null })}
        />
        <NumberField
          label={t('holeMargin')}
          unit="m"
          step={0.5}
          value={draft.holeMarginM}
          limits={marginM}
          onChange={(holeMarginM) => set({ holeMarginM, cuts: null })}
        />
        <NumberField
          label={t('service')}
          unit={t('minutes')}
          step={0.5}
          value={draft.serviceS / 60}
          limits={[groupLimits.serviceS[0], groupLimits.serviceS[1] / 60]}
          onChange={(minutes) => set({ serviceS: Math.round(minutes * 60) })}
        />
        <Checkbox
          checked={draft.headland}
          onChange={({ target }) => set({ headland: target.checked, cuts: null })}
        >
          {t('headland')}
        </Checkbox>
      </div>
    </details>
  )
}

/** Spraying settings for all drones. */
export const DraftSettings = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const unit = useAreaUnit()
  const word = usePerAreaWord()
  const [least, most] = groupLimits.doseLHa
  return (
    <>
      <div className={style.pairs}>
        <NumberField
          label={t('width')}
          unit="m"
          step={0.5}
          value={draft.width}
          limits={commandLimits.widthM}
          onChange={(width) => set({ width, cuts: null })}
        />
        <NumberField
          label={t('height')}
          unit="m"
          step={0.5}
          value={draft.height}
          limits={commandLimits.heightM}
          onChange={(height) => set({ height })}
        />
        <NumberField
          label={t('dose')}
          unit={`L/${word}`}
          step={0.1}
          decimals={2}
          value={dosePerUnit(draft.doseLHa, unit)}
          limits={[dosePerUnit(least, unit), dosePerUnit(most, unit)]}
          onChange={(dose) =>
            set({ doseLHa: Math.min(most, Math.max(least, dosePerHa(dose, unit))) })
          }
        />
      </div>
      <MoreSettings draft={draft} set={set} />
    </>
  )
}
