import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { PlotSeasonsInput, type PlotSeasons as Seasons } from '@swath/contract/flights/plot-work'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DaysRange } from '../../../ui/days-range.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useSetSeasons } from './plot-work.mutations.ts'
import style from './plot-work.module.css'

type Item = { cropId?: string; fromDay?: string; untilDay?: string }

const day = (value: string | undefined) => (value ? dayjs(value) : null)

type SeasonFieldsProps = { value?: readonly Item[]; onChange?: (items: readonly Item[]) => void }

/** Days without a time, in the zone of the plot's owner. */
const SeasonFields = ({ value = [], onChange }: SeasonFieldsProps) => {
  const { t } = useTranslation('plot-work')
  const crops = useQuery(buildQuery('listCrops', { query: { size: '1000' } }))
  const options = crops.data?.items.map(({ cropId, cropName }) => ({
    value: cropId,
    label: cropName,
  }))
  const put = (index: number, change: Item): void =>
    onChange?.(value.map((one, i) => (i === index ? { ...one, ...change } : one)))
  return (
    <div className="grid gap-12">
      {value.map((item, index) => (
        // Seasons have no other key than their index.
        <div key={index} className={style.seasonField}>
          <Select
            aria-label={t('crop')}
            placeholder={t('crop')}
            showSearch={{ optionFilterProp: 'label' }}
            loading={crops.isPending}
            options={options ?? []}
            value={item.cropId}
            onChange={(cropId: string) => put(index, { cropId })}
          />
          <DaysRange
            label={t('fromTo')}
            value={[day(item.fromDay), day(item.untilDay)]}
            onChange={(from, until) =>
              put(index, {
                ...(from ? { fromDay: from.format('YYYY-MM-DD') } : {}),
                ...(until ? { untilDay: until.format('YYYY-MM-DD') } : {}),
              })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('seasonRemove')}
            onClick={() => onChange?.(value.filter((_, i) => i !== index))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, {}])}>
        {t('seasonAdd')}
      </Button>
    </div>
  )
}

type FormProps = { blockId: string; name: string; seasons: Seasons; onClose: () => void }

const SeasonsForm = ({ blockId, name, seasons, onClose }: FormProps) => {
  const { t } = useTranslation('plot-work')
  const set = useSetSeasons(blockId)
  return (
    <FormDrawer
      onClose={onClose}
      title={t('seasonsTitle', { name })}
      schema={PlotSeasonsInput}
      initial={{
        items: seasons.items.map(({ cropId, fromDay, untilDay }) => ({
          cropId,
          fromDay,
          untilDay,
        })),
        version: seasons.version,
      }}
      messages={{ seasonsOverlap: t('seasonsOverlap'), untilBeforeFrom: t('untilBeforeFrom') }}
      onSubmit={async (body) => {
        await set.mutateAsync(body)
        showSuccess(t('seasonsSaved'))
      }}
    >
      <FormField name="items" label={t('seasons')}>
        <SeasonFields />
      </FormField>
      <Form.Item name="version" hidden>
        <input type="hidden" />
      </Form.Item>
    </FormDrawer>
  )
}

type PlotSeasonsProps = { blockId: string; name: string; seasons: Seasons }

/** The plot's crops by season. People who may change the plot may change these. */
export const PlotSeasons = ({ blockId, name, seasons }: PlotSeasonsProps) => {
  const { t } = useTranslation('plot-work')
  const [isEditing, setEditing] = useState(false)
  return (
    <FactSection title={t('seasons')}>
      {seasons.items.length === 0 ? (
        <p className="m-0 muted">{t('seasonsNone')}</p>
      ) : (
        <ul className={`list-plain grid cols-1 ${style.seasons}`}>
          {seasons.items.map(({ fromDay, untilDay, cropName }) => (
            <li key={fromDay}>
              <span>{cropName}</span>
              <span className="figure">
                {formatDay(fromDay)} – {formatDay(untilDay)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {seasons.can.update && <Button onClick={() => setEditing(true)}>{t('seasonsEdit')}</Button>}
      {isEditing && (
        <SeasonsForm
          blockId={blockId}
          name={name}
          seasons={seasons}
          onClose={() => setEditing(false)}
        />
      )}
    </FactSection>
  )
}
