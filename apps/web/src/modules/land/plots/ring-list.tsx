import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { cornersAt, listRings, withHole, withPart, type At } from './plot-draft.ts'
import type { PlotDrawing } from './use-plot-drawing.ts'
import style from './plots.module.css'

const toKey = ({ part, ring }: At): string => `${part}/${ring}`

/** Selects the part or hole to draw, and adds or removes one. */
export const RingList = ({ drawing }: { drawing: PlotDrawing }) => {
  const { t } = useTranslation('plots')
  const { draft, at, take, remove } = drawing
  const rings = listRings(draft)
  const isDrawn = cornersAt(draft, at).length >= 3
  const name = ({ part, ring }: At): string =>
    ring === 0
      ? t('partNumber', { number: part + 1 })
      : t('holeNumber', { part: part + 1, number: ring })
  return (
    <div className="flex wrap gap-8 items-center">
      {rings.length > 1 && (
        <>
          <Select
            value={toKey(at)}
            aria-label={t('ring')}
            className={style.ring}
            options={rings.map((one) => ({ value: toKey(one), label: name(one) }))}
            onChange={(key) => {
              const found = rings.find((one) => toKey(one) === key)
              if (found) take({ draft, at: found })
            }}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('ringRemove', { name: name(at) })}
            onClick={remove}
          />
        </>
      )}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={!isDrawn}
        onClick={() => take(withPart(draft))}
      >
        {t('partAdd')}
      </Button>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={!isDrawn}
        onClick={() => take(withHole(draft, at.part))}
      >
        {t('holeAdd')}
      </Button>
    </div>
  )
}
