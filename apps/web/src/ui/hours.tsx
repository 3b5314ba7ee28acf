import { formatHours, formatUnit } from '../lib/format.ts'

type Props = { durationS: number | null | undefined; bare?: boolean }

/**
 * Flight time in hours, in minutes below one hour. `bare`: without the unit of hours, which the
 * column header names.
 */
export const Hours = ({ durationS, bare = false }: Props) => {
  const { value, unit } = formatHours(durationS)
  const isPlain = durationS == null || (bare && unit === 'h')
  return (
    <span className="figure">
      {value}
      {!isPlain && <span className="unit"> {formatUnit(unit)}</span>}
    </span>
  )
}
