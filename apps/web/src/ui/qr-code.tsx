import { useMemo } from 'react'
import { colors } from '../lib/theme.ts'
import { qrShape, type QrCorrection } from './qr-picture.ts'

type Props = {
  readonly text: string
  /** Describes the content, for screen readers. */
  readonly label: string
  readonly correction?: QrCorrection
  /** Side length in pixels, or as a CSS length. */
  readonly size?: number | string
}

/**
 * A QR code with its quiet zone; renders nothing if the text is empty or too long for a QR code.
 */
export const QrCode = ({ text, label, correction = 'medium', size = 200 }: Props) => {
  const shape = useMemo(() => qrShape(text, correction), [text, correction])
  if (!shape) return null
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${shape.side} ${shape.side}`}
      style={{ display: 'block', maxWidth: '100%' }}
    >
      <rect width={shape.side} height={shape.side} fill={colors.paper} />
      <path d={shape.path} fill={colors.ink} shapeRendering="crispEdges" />
    </svg>
  )
}
