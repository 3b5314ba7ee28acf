import { RedoOutlined, ReloadOutlined, UndoOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import type { PartsProblem } from '@swath/domain/plot-parts'
import { muFromM2 } from '@swath/domain/units'
import { Button, Collapse } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatNumber, formatUnit } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { useThumb } from '../../../ui/use-width.ts'
import { DrawingBar } from '../ground-editor/drawing-bar.tsx'
import { GroundBox } from '../ground-editor/ground-box.tsx'
import { VertexTable } from '../ground-editor/vertex-table.tsx'
import { cornersAt, withCorners, type SentParts } from './plot-draft.ts'
import { RingList } from './ring-list.tsx'
import { useDrawnMeasure, usePlotDrawing, type PlotDrawing } from './use-plot-drawing.ts'
import { WalkCorners } from './walk-corners.tsx'
import style from './plots.module.css'

const problemLabels: Readonly<Record<PartsProblem, string>> = {
  self_crossing: 'plots:problemCrossing',
  hole_crossing: 'plots:problemHoleCrossing',
  holes_overlap: 'plots:problemHolesOverlap',
  hole_outside: 'plots:problemHoleOutside',
  parts_overlap: 'plots:problemPartsOverlap',
  too_few_points: 'plots:problemTooFew',
  no_area: 'plots:problemNoArea',
  no_ring: 'plots:problemTooFew',
  no_part: 'plots:problemTooFew',
  not_a_number: 'plots:problemPlace',
  out_of_range: 'plots:problemPlace',
}

const GroundHead = ({ drawing }: { drawing: PlotDrawing }) => {
  const { t } = useTranslation('plots')
  const { draft, at, isEditing, undo, redo, restart, place } = drawing
  return (
    <div className="flex wrap gap-4">
      {!isEditing && cornersAt(draft, at).length >= 3 && (
        <Button type="primary" ghost onClick={place}>
          {t('terms:closeOutline')}
        </Button>
      )}
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden />}
        disabled={!undo}
        onClick={() => undo?.()}
      >
        {t('undo')}
      </Button>
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden />}
        disabled={!redo}
        onClick={() => redo?.()}
      >
        {t('redo')}
      </Button>
      <Button type="text" icon={<ReloadOutlined aria-hidden />} onClick={restart}>
        {t('drawAgain')}
      </Button>
    </div>
  )
}

const Measure = ({ drawing }: { drawing: PlotDrawing }) => {
  const { t } = useTranslation('plots')
  const measure = useDrawnMeasure(drawing)
  const { draft, at } = drawing
  return (
    <dl className={`flex wrap m-0 ${style.measure}`}>
      <Pair label={t('terms:area')}>
        <Area mu={measure && muFromM2(measure.areaM2)} />
      </Pair>
      <div>
        <dt>{t('perimeter')}</dt>
        <dd className="figure">
          {measure ? (
            <>
              {formatNumber(measure.perimeterM, 0)} <span className="unit">{formatUnit('m')}</span>
            </>
          ) : (
            dash
          )}
        </dd>
      </div>
      <div>
        <dt>{t('corners')}</dt>
        <dd className="figure">{formatNumber(cornersAt(draft, at).length, 0)}</dd>
      </div>
    </dl>
  )
}

/** Area and undo, while the form is collapsed below the map. */
const Bar = ({ drawing }: { drawing: PlotDrawing }) => {
  const { t } = useTranslation('plots')
  const measure = useDrawnMeasure(drawing)
  const { draft, at, parts, problem, isEditing, undo, place } = drawing
  return (
    <DrawingBar
      drawn={`${at.part}/${at.ring}`}
      isClosed={isEditing}
      ground={parts && { kind: 'parts', parts }}
      problem={problem && t(problemLabels[problem.problem])}
      hint={t('terms:tapCorners')}
      area={measure && <Area mu={muFromM2(measure.areaM2)} />}
      back={
        <Button
          icon={<UndoOutlined aria-hidden />}
          disabled={!undo}
          aria-label={t('undo')}
          onClick={() => undo?.()}
        />
      }
      close={cornersAt(draft, at).length >= 3 ? place : null}
    />
  )
}

type Props = {
  id?: string
  value?: SentParts | null
  onChange?: (parts: SentParts | null) => void
  neighbours: readonly (readonly LngLat[])[]
}

/** Form control for the shape of a plot: drawn on the map next to the form, walked or typed. */
export const PlotGround = ({ id, value, onChange, neighbours }: Props) => {
  const { t } = useTranslation('plots')
  const drawing = usePlotDrawing({ value, onChange, neighbours })
  const { draft, at, problem, isEditing, take } = drawing
  const hintDraw = useThumb() ? t('hintDrawTouch') : t('hintDraw')
  const corners = cornersAt(draft, at)
  const put = (next: readonly LngLat[]): void => take({ draft: withCorners(draft, at, next), at })
  return (
    <GroundBox
      id={id}
      head={<GroundHead drawing={drawing} />}
      hint={isEditing ? t('hintEdit') : at.ring > 0 ? t('hintHole') : hintDraw}
      problem={
        problem && {
          title: t(problemLabels[problem.problem]),
          at: problem.at,
          placeOf: (place) => t('problemAt', { place }),
        }
      }
    >
      <Bar drawing={drawing} />
      <Measure drawing={drawing} />
      <RingList drawing={drawing} />
      <Collapse
        size="small"
        ghost
        items={[
          {
            key: 'walk',
            label: t('walk'),
            children: <WalkCorners corners={corners} onCorners={put} />,
          },
          {
            key: 'coordinates',
            label: t('coordinates'),
            children: (
              <VertexTable key={`${at.part}/${at.ring}`} corners={corners} onChange={put} />
            ),
          },
        ]}
      />
    </GroundBox>
  )
}
