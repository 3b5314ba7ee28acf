import {
  plotAreaM2,
  PlotInput,
  type PlotDetail,
  type PlotOverlap,
} from '@swath/contract/land/plots'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partsAreaM2 } from '@swath/domain/plot-parts'
import { muFromM2 } from '@swath/domain/units'
import { buildQuery } from '../../../lib/query.ts'
import { Area } from '../../../ui/area.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { problemOfParts, type SentParts } from './plot-draft.ts'
import { PlotGround } from './plot-ground.tsx'
import style from './plots.module.css'

/** The error of a shape, as a rule of the form; null if it is valid. */
const mistakeOf = (parts: SentParts): 'groundBroken' | 'tooLarge' | 'tooSmall' | null => {
  if (problemOfParts(parts)) return 'groundBroken'
  const areaM2 = partsAreaM2(parts)
  if (areaM2 > plotAreaM2.atMost) return 'tooLarge'
  return areaM2 < plotAreaM2.atLeast ? 'tooSmall' : null
}

/**
 * The contract's rules, and those of geometry that the server would only report after submission.
 */
export const PlotFormSchema = PlotInput.superRefine((plot, context) => {
  const mistake = mistakeOf(plot.parts)
  if (mistake) context.addIssue({ code: 'custom', path: ['parts'], message: mistake })
})

const isSameGround = (one: SentParts, other: SentParts): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Delay after the last change of the shape before neighbours are requested. */
const restMs = 600

/** Plots that the ground overlaps, checked after a pause in drawing. */
const useOverlaps = (parts: SentParts | null, blockId: string | null): readonly PlotOverlap[] => {
  const [rested, setRested] = useState(parts)
  useEffect(() => {
    const timer = setTimeout(() => setRested(parts), restMs)
    return () => clearTimeout(timer)
  }, [parts])
  const isSound = rested !== null && mistakeOf(rested) === null
  const check = useQuery({
    ...buildQuery('checkPlot', { body: { parts: rested ?? [], blockId } }),
    enabled: isSound,
    meta: { quiet: true },
  })
  return (isSound ? check.data?.overlaps : undefined) ?? []
}

const OverlapNote = ({ overlaps }: { overlaps: readonly PlotOverlap[] }) => {
  const { t } = useTranslation('plots')
  return (
    <Alert
      type="warning"
      showIcon
      title={t('overlaps', { count: overlaps.length })}
      description={
        <ul className={style.overlaps}>
          {overlaps.slice(0, 5).map(({ blockId, blockName, areaM2 }) => (
            <li key={blockId}>
              {blockName} <Area mu={muFromM2(areaM2)} />
            </li>
          ))}
        </ul>
      }
    />
  )
}

type Props = {
  plot: Pick<PlotDetail, 'blockId' | 'parts'> | null
  neighbours: readonly (readonly LngLat[])[]
}

/** All fields of a plot; the shape is drawn on the map next to them. */
export const PlotFields = ({ plot, neighbours }: Props) => {
  const { t } = useTranslation('plots')
  const form = Form.useFormInstance<{ parts?: SentParts | null }>()
  const parts = Form.useWatch('parts', { form, preserve: true }) ?? null
  const overlaps = useOverlaps(parts, plot?.blockId ?? null)
  const isRedrawn = plot !== null && parts !== null && !isSameGround(parts, plot.parts)
  return (
    <>
      <TextField name="blockName" label={t('name')} maxLength={80} />
      <FormField name="parts" label={t('ground')}>
        <PlotGround neighbours={neighbours} />
      </FormField>
      {overlaps.length > 0 && <OverlapNote overlaps={overlaps} />}
      <FormField
        name="acceptsOverlap"
        label={null}
        valuePropName="checked"
        hidden={overlaps.length === 0}
      >
        <Checkbox>{t('acceptOverlap')}</Checkbox>
      </FormField>
      <FormField
        name="correctsGround"
        label={null}
        valuePropName="checked"
        hidden={!isRedrawn}
        extra={t('correctsGroundHint')}
      >
        <Checkbox>{t('correctsGround')}</Checkbox>
      </FormField>
      <TextField name="village" label={t('terms:village')} maxLength={80} />
      <FormField name="cropId" label={t('crop')}>
        <CropSelect />
      </FormField>
      <FormField name="regionCode" label={t('terms:region')} extra={t('regionHint')}>
        <RegionField />
      </FormField>
    </>
  )
}

type CropProps = { id?: string; value?: string | null; onChange?: (cropId: string | null) => void }
const CropSelect = ({ onChange, ...rest }: CropProps) => {
  const crops = useQuery(buildQuery('listCrops', { query: { size: '1000' } }))
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={crops.isPending}
      options={(crops.data?.items ?? []).map(({ cropId, cropName }) => ({
        value: cropId,
        label: cropName,
      }))}
      onChange={(cropId: string | undefined) => onChange?.(cropId ?? null)}
    />
  )
}

type RegionProps = { id?: string; value?: string | null; onChange?: (code: string | null) => void }
const RegionField = ({ value = null, onChange, ...rest }: RegionProps) => {
  const { t } = useTranslation('plots')
  return (
    <RegionCascader
      {...rest}
      value={value}
      onChange={(code) => onChange?.(code)}
      label={t('terms:region')}
      within={null}
    />
  )
}
