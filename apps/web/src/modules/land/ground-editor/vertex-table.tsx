import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pages } from '../../../ui/pages.tsx'
import style from './ground-editor.module.css'

type Half = { lng: number | null; lat: number | null }
type Props = { corners: readonly LngLat[]; onChange: (corners: readonly LngLat[]) => void }

const pageSize = 12
const degrees = (value: number | string | null): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

type DegreesProps = {
  label: string
  limit: 90 | 180
  value: number | null
  onEnter: (value: number | null) => void
}

/**
 * One of two coordinates in degrees; reported on blur or submit, so that a half-typed number moves
 * nothing.
 */
const Degrees = ({ label, limit, value, onEnter }: DegreesProps) => (
  <InputNumber
    size="small"
    controls={false}
    aria-label={label}
    min={-limit}
    max={limit}
    precision={7}
    changeOnBlur
    value={value}
    style={{ width: '100%' }}
    formatter={(shown) =>
      shown === undefined || Number.isNaN(Number(shown)) ? '' : String(Number(shown))
    }
    onBlur={(event) =>
      onEnter(event.target.value === '' ? null : degrees(Number(event.target.value)))
    }
    onPressEnter={(event) =>
      onEnter(event.currentTarget.value === '' ? null : degrees(Number(event.currentTarget.value)))
    }
  />
)

type RowProps = {
  /** Counted from 1. */
  number: number
  corner: Half
  onEnter: (corner: Half) => void
  onRemove: () => void
}
const CornerRow = ({ number, corner: { lng, lat }, onEnter, onRemove }: RowProps) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>
        <Degrees
          label={t('longitudeOf', { number })}
          limit={180}
          value={lng}
          onEnter={(value) => onEnter({ lng: value, lat })}
        />
      </td>
      <td>
        <Degrees
          label={t('latitudeOf', { number })}
          limit={90}
          value={lat}
          onEnter={(value) => onEnter({ lng, lat: value })}
        />
      </td>
      <td>
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('cornerRemoveOf', { number })}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

/** The corners in degrees: drawing without a pointer. */
export const VertexTable = ({ corners, onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  const [page, setPage] = useState(1)
  const [added, setAdded] = useState<Half | null>(null)
  const pages = Math.max(1, Math.ceil(corners.length / pageSize))
  const from = (Math.min(page, pages) - 1) * pageSize
  const change = (at: number, { lng, lat }: Half): void => {
    if (lng === null || lat === null || (lng === corners[at]?.[0] && lat === corners[at]?.[1]))
      return
    onChange(corners.map((corner, i) => (i === at ? ([lng, lat] as LngLat) : corner)))
  }
  const add = (half: Half): void => {
    if (half.lng === null || half.lat === null) return setAdded(half)
    onChange([...corners, [half.lng, half.lat]])
    setAdded(null)
    setPage(Math.ceil((corners.length + 1) / pageSize))
  }
  return (
    <div className={style.vertices}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('corner')}</th>
            <th scope="col">{t('longitude')} (°)</th>
            <th scope="col">{t('latitude')} (°)</th>
            <th scope="col">
              <span className="sr-only">{t('cornerRemove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {corners.slice(from, from + pageSize).map((corner, i) => {
            const at = from + i
            return (
              // Corners are identified by their index.
              <CornerRow
                key={at}
                number={at + 1}
                corner={{ lng: corner[0], lat: corner[1] }}
                onEnter={(half) => change(at, half)}
                onRemove={() => onChange(corners.filter((_corner, other) => other !== at))}
              />
            )
          })}
          {added && (
            <CornerRow
              number={corners.length + 1}
              corner={added}
              onEnter={add}
              onRemove={() => setAdded(null)}
            />
          )}
        </tbody>
      </table>
      <div className={`flex gap-8 items-center justify-between ${style.verticesFoot}`}>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={added !== null}
          onClick={() => setAdded({ lng: null, lat: null })}
        >
          {t('cornerAdd')}
        </Button>
        {pages > 1 && (
          <Pages
            simple
            size="small"
            current={Math.min(page, pages)}
            pageSize={pageSize}
            total={corners.length}
            onChange={setPage}
          />
        )}
      </div>
    </div>
  )
}
