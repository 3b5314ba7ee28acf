import type { LngLat } from '@swath/domain/lng-lat'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './no-fly-zones.module.css'
import { formatUnit } from '../../../lib/format.ts'

type RadiusProps = { radiusM: number | null; onChange: (radiusM: number) => void }
export const RadiusField = ({ radiusM, onChange }: RadiusProps) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <label className={`flex gap-12 items-center ${style.radius}`}>
      <span>{t('radius')}</span>
      <InputNumber
        min={5}
        max={100_000}
        precision={1}
        changeOnWheel={false}
        value={radiusM}
        suffix={formatUnit('m')}
        style={{ width: 160 }}
        onChange={(next) => {
          if (next !== null) onChange(next)
        }}
      />
    </label>
  )
}

type CenterProps = { center: LngLat | null; onChange: (center: LngLat) => void }
/** The centre of a circle in degrees. */
export const CenterFields = ({ center, onChange }: CenterProps) => {
  const { t } = useTranslation('no-fly-zones')
  const [half, setHalf] = useState<{ lng: number | null; lat: number | null }>({
    lng: null,
    lat: null,
  })
  const [lng, lat] = center ?? [half.lng, half.lat]
  const enter = (nextLng: number | null, nextLat: number | null): void => {
    if (nextLng !== null && nextLat !== null) onChange([nextLng, nextLat])
    else setHalf({ lng: nextLng, lat: nextLat })
  }
  return (
    <div className={`grid cols-2 gap-12 ${style.middle}`}>
      <label>
        <span>{t('longitude')} (°)</span>
        <InputNumber
          controls={false}
          min={-180}
          max={180}
          precision={7}
          value={lng}
          onChange={(value) => enter(value, lat)}
          style={{ width: '100%' }}
        />
      </label>
      <label>
        <span>{t('latitude')} (°)</span>
        <InputNumber
          controls={false}
          min={-90}
          max={90}
          precision={7}
          value={lat}
          onChange={(value) => enter(lng, value)}
          style={{ width: '100%' }}
        />
      </label>
    </div>
  )
}
