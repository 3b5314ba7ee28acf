import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import type { ZoneShape } from '@swath/contract/land/no-fly-zones'
import type { PolygonProblem } from '@swath/domain/polygon'
import { muFromM2 } from '@swath/domain/units'
import { shapeAreaM2 } from '@swath/domain/zone-shapes'
import { Button, Collapse, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { useThumb } from '../../../ui/use-width.ts'
import { CenterFields, RadiusField } from './circle-fields.tsx'
import { RingChoice } from './ring-choice.tsx'
import { useZoneDrawing, type ZoneDrawing } from './use-zone-drawing.ts'
import { DrawingBar } from '../ground-editor/drawing-bar.tsx'
import { GroundBox } from '../ground-editor/ground-box.tsx'
import { VertexTable } from '../ground-editor/vertex-table.tsx'
import { emptyDraft, mapShape, withRing, type Draft } from './zone-draft.ts'
import style from './no-fly-zones.module.css'

const problemLabels: Readonly<Record<PolygonProblem, string>> = {
  self_crossing: 'no-fly-zones:problemCrossing',
  hole_crossing: 'no-fly-zones:problemHoleCrossing',
  holes_overlap: 'no-fly-zones:problemHolesOverlap',
  hole_outside: 'no-fly-zones:problemHoleOutside',
  too_few_points: 'no-fly-zones:problemTooFew',
  no_area: 'no-fly-zones:problemNoArea',
  no_ring: 'no-fly-zones:problemTooFew',
  not_a_number: 'no-fly-zones:problemPlace',
  out_of_range: 'no-fly-zones:problemPlace',
}

const hasOutline = ({ draft, active, shape }: ZoneDrawing): boolean =>
  draft.kind === 'circle' ? shape !== null : (draft.rings[active]?.length ?? 0) >= 3

const KindChoice = ({ drawing: { draft, put } }: { drawing: ZoneDrawing }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <Segmented<Draft['kind']>
      value={draft.kind}
      options={[
        { value: 'polygon', label: t('polygon') },
        { value: 'circle', label: t('circle') },
      ]}
      onChange={(kind) => put(emptyDraft(kind), 0, false)}
    />
  )
}

/** Selects what is drawn, and restarts the drawing. */
const GroundHead = ({ drawing }: { drawing: ZoneDrawing }) => {
  const { t } = useTranslation('no-fly-zones')
  const { draft, active, isPlaced, restart, place } = drawing
  const isDrawn = hasOutline(drawing)
  return (
    <div className="flex wrap gap-8 items-center justify-between">
      <KindChoice drawing={drawing} />
      {draft.kind === 'polygon' && isDrawn && !isPlaced && (
        <Button type="primary" ghost onClick={place}>
          {t('terms:closeOutline')}
        </Button>
      )}
      <Button type="text" icon={<RedoOutlined aria-hidden />} disabled={!isDrawn} onClick={restart}>
        {active > 0 ? t('holeAgain') : t('drawAgain')}
      </Button>
    </div>
  )
}

/** Instructions for the next step, with mouse and keys or by touch. */
const pickHint = ({ draft, active, isPlaced }: ZoneDrawing, isThumb: boolean): string => {
  if (draft.kind === 'circle')
    return isPlaced ? 'no-fly-zones:hintCircleEdit' : 'no-fly-zones:hintCircle'
  if (isPlaced) return 'no-fly-zones:hintEdit'
  if (active > 0) return isThumb ? 'no-fly-zones:hintHoleTouch' : 'no-fly-zones:hintHole'
  return isThumb ? 'no-fly-zones:hintPolygonTouch' : 'no-fly-zones:hintPolygon'
}

const Measure = ({ areaM2 }: { areaM2: number }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <dl className={`m-0 ${style.measure}`}>
      <Pair label={t('terms:area')}>
        <Area mu={muFromM2(areaM2)} />{' '}
        <span className={`muted text-13 regular tabular ${style.km}`}>
          {formatNumber(areaM2 / 1e6, 3)} km²
        </span>
      </Pair>
    </dl>
  )
}

/** Area and undo, while the form is collapsed below the map. */
const Bar = ({ drawing }: { drawing: ZoneDrawing }) => {
  const { t } = useTranslation('no-fly-zones')
  const { draft, active, shape, problem, isPlaced, undoCorner, restart, place } = drawing
  const isDrawing = draft.kind === 'polygon' && !isPlaced
  const isBegun = isDrawing ? (draft.rings[active]?.length ?? 0) > 0 : shape !== null
  return (
    <DrawingBar
      drawn={`${draft.kind} ${active}`}
      isClosed={isPlaced}
      ground={shape && mapShape(shape)}
      problem={problem && t(problemLabels[problem.problem])}
      hint={t(draft.kind === 'circle' ? 'tapCircle' : 'terms:tapCorners')}
      area={shape && <Area mu={muFromM2(shapeAreaM2(shape))} />}
      back={
        <Button
          icon={isDrawing ? <UndoOutlined aria-hidden /> : <RedoOutlined aria-hidden />}
          disabled={!isBegun}
          aria-label={t(isDrawing ? 'terms:undo' : 'drawAgain')}
          onClick={isDrawing ? undoCorner : restart}
        />
      }
      choice={!isBegun && active === 0 && <KindChoice drawing={drawing} />}
      close={hasOutline(drawing) ? place : null}
    />
  )
}

/** The shape in degrees, for drawing without a pointer. */
const Coordinates = ({ drawing: { draft, active, put } }: { drawing: ZoneDrawing }) =>
  draft.kind === 'polygon' ? (
    <VertexTable
      key={active}
      corners={draft.rings[active] ?? []}
      onChange={(corners) => put(withRing(draft, active, corners), active, false)}
    />
  ) : (
    <CenterFields
      center={draft.center}
      onChange={(center) => put({ ...draft, center }, 0, false)}
    />
  )

type Props = { id?: string; value?: ZoneShape | null; onChange?: (shape: ZoneShape | null) => void }

/** Form control for the shape of a zone: drawn on the map next to the form, or typed. */
export const ZoneGround = ({ id, value, onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  const drawing = useZoneDrawing(value, onChange)
  const isThumb = useThumb()
  const { draft, shape, problem, put } = drawing
  const hasRings =
    draft.kind === 'polygon' && (draft.rings.length > 1 || (draft.rings[0]?.length ?? 0) >= 3)
  return (
    <GroundBox
      id={id}
      head={<GroundHead drawing={drawing} />}
      hint={t(pickHint(drawing, isThumb))}
      problem={
        problem && {
          title: t(problemLabels[problem.problem]),
          at: problem.at,
          placeOf: (place) => t('problemAt', { place }),
        }
      }
    >
      <Bar drawing={drawing} />
      {shape && !problem && <Measure areaM2={shapeAreaM2(shape)} />}
      {hasRings && <RingChoice draft={draft} drawing={drawing} />}
      {draft.kind === 'circle' && (
        <RadiusField
          radiusM={draft.radiusM}
          onChange={(radiusM) => put({ ...draft, radiusM }, 0, false)}
        />
      )}
      <Collapse
        size="small"
        ghost
        items={[
          {
            key: 'coordinates',
            label: t('coordinates'),
            children: <Coordinates drawing={drawing} />,
          },
        ]}
      />
    </GroundBox>
  )
}
