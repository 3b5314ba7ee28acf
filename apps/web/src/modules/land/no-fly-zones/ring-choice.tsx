import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { withoutRing, withRing, type Draft } from './zone-draft.ts'
import type { ZoneDrawing } from './use-zone-drawing.ts'

const ringsAtMost = 20

type Props = { draft: Draft & { kind: 'polygon' }; drawing: ZoneDrawing }

/** Selects the ring to draw, the outline or a hole, and adds or removes holes. */
export const RingChoice = ({ draft, drawing: { active, problem, put } }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div className="flex wrap gap-8 items-center">
      <Segmented<number>
        size="small"
        value={active}
        options={draft.rings.map((_ring, i) => ({
          value: i,
          label: i === 0 ? t('outline') : t('holeNumber', { number: i }),
        }))}
        onChange={(next) => put(draft, next, true)}
      />
      {active > 0 && (
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('holeRemove')}
          onClick={() => put(withoutRing(draft, active), 0, true)}
        />
      )}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={
          problem !== null ||
          draft.rings.length >= ringsAtMost ||
          (draft.rings.at(-1)?.length ?? 0) < 3
        }
        onClick={() => put(withRing(draft, draft.rings.length, []), draft.rings.length, true)}
      >
        {t('holeAdd')}
      </Button>
    </div>
  )
}
