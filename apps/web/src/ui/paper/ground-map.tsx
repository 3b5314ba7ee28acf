import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMeasure } from '../../lib/format.ts'
import { drawGround, type Drawing, type Ground } from './ground-drawing.ts'
import style from './paper.module.css'

/** Printable width between the margins of the sheet. */
export const sheetMm = 182
/** With more plots, borders would hide the ground. */
const manyPlots = 150

/** North arrow and scale, in the free space below the ground. */
const Foot = ({ widthMm, heightMm, scale }: Pick<Drawing, 'widthMm' | 'heightMm' | 'scale'>) => {
  const { t } = useTranslation('work-reports')
  const scaleText =
    scale.metres >= 1000
      ? formatMeasure(scale.metres / 1000, 'km', 0)
      : formatMeasure(scale.metres, 'm', scale.metres < 1 ? 1 : 0)
  return (
    <>
      <g transform={`translate(${widthMm - 8} ${heightMm - 9.5})`} className={style.mark}>
        <path d="M2.5 0L4.6 6.500L2.500 5.200L0.400 6.500Z" />
        <text x="-1" y="5.500" textAnchor="end">
          {t('north')}
        </text>
      </g>
      <g transform={`translate(5 ${heightMm - 4})`} className={style.mark}>
        <path d={`M0 -2.2V0H${scale.mm}V-2.2M${scale.mm / 2} -1.2V0`} className={style.scale} />
        <text x={scale.mm + 2} y="0">
          {scaleText}
        </text>
      </g>
    </>
  )
}

/** Of a letter of a name, mm. */
const letterMm = 3

/** Names are left of their frames, or right of them if the left is taken. */
const Frames = ({ frames }: Pick<Drawing, 'frames'>) =>
  frames.map(({ name, ...frame }) => {
    const from = frame.x - name.length * letterMm
    const middle = frame.y + frame.height / 2
    const isRight =
      from < 0 ||
      frames.some(
        ({ x, y, width, height }) =>
          x < frame.x && x + width > from && y <= middle && middle <= y + height,
      )
    return (
      <g key={name} className={style.mark}>
        <rect {...frame} className={style.enlarged} />
        <text
          x={isRight ? frame.x + frame.width + 1 : frame.x - 1}
          y={middle + 1.2}
          textAnchor={isRight ? 'start' : 'end'}
        >
          {name}
        </text>
      </g>
    )
  })

type Props = {
  ground: Ground
  label: string
  mostHeightMm: number
  widthMm?: number
  title?: ReactNode
  leastHeightMm?: number
}

/**
 * A printed map of plot, covered area and track, with a north arrow and a scale. `title` replaces
 * the legend if several maps share one.
 */
export const GroundMap = ({ ground, label, mostHeightMm, title, ...sizes }: Props) => {
  const { t } = useTranslation('work-reports')
  const id = useId()
  const { widthMm = sheetMm, leastHeightMm = title === undefined ? 50 : mostHeightMm } = sizes
  const drawing = drawGround(ground, widthMm, { leastHeightMm, mostHeightMm })
  if (!drawing) return <p className={`m-0 muted text-center ${style.noGround}`}>{t('noGround')}</p>
  const { heightMm, scale } = drawing
  return (
    <figure className="m-0">
      <svg
        className={style.ground}
        viewBox={`0 0 ${widthMm} ${heightMm}`}
        role="img"
        aria-label={label}
      >
        <defs>
          <clipPath id={id}>
            <rect width={widthMm} height={heightMm} />
          </clipPath>
        </defs>
        <g clipPath={`url(#${id})`}>
          <g className={style.covered}>
            {drawing.covered.map((path, order) => (
              <path key={order} d={path} fillRule="evenodd" />
            ))}
          </g>
          <path d={drawing.repeated} className={style.repeated} fillRule="evenodd" />
          <path d={drawing.missed} className={style.missed} />
          <g strokeWidth={drawing.lineMm}>
            <path d={drawing.transit} className={style.transit} />
            <path d={drawing.spraying} className={style.spraying} />
          </g>
          <path
            d={drawing.plots}
            className={style.plot}
            data-many={ground.plots.length > manyPlots || undefined}
          />
          {drawing.starts.map(([x, y], order) => (
            <circle key={order} cx={x} cy={y} r="1.1" className={style.start} />
          ))}
        </g>
        <Frames frames={drawing.frames} />
        <Foot widthMm={widthMm} heightMm={heightMm} scale={scale} />
        <rect
          x="0.15"
          y="0.15"
          width={widthMm - 0.3}
          height={heightMm - 0.3}
          className={style.frame}
        />
      </svg>
      <figcaption className={`flex wrap muted text-11 mt-4 ${style.legend}`}>
        {title ?? <Legend hasPlots={ground.plots.length > 0} />}
      </figcaption>
    </figure>
  )
}

export const Legend = ({ hasPlots }: { hasPlots: boolean }) => {
  const { t } = useTranslation('work-reports')
  return (
    <>
      <span>
        <i data-ground="covered" />
        {t('terms:coveredArea')}
      </span>
      <span>
        <i data-ground="spraying" />
        {t('legendSpraying')}
      </span>
      <span>
        <i data-ground="transit" />
        {t('legendTransit')}
      </span>
      {hasPlots && (
        <span>
          <i data-ground="plot" />
          {t('terms:plot')}
        </span>
      )}
      <span>
        <i data-ground="start" />
        {t('legendStart')}
      </span>
    </>
  )
}
