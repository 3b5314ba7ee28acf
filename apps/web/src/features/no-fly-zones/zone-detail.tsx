import { DeleteOutlined, EditOutlined, EnvironmentOutlined } from '@ant-design/icons'
import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import { muFromM2 } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Area } from '../../ui/area.tsx'
import { Failure } from '../../ui/empty.tsx'
import { Time } from '../../ui/time.tsx'
import type { ZoneChange } from './no-fly-zones.mutations.ts'
import { typeLabels } from './zone.labels.ts'
import style from './no-fly-zones.module.css'

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={style.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
const metres = (value: number): ReactNode => (
  <span className="figure">
    {formatNumber(value, 0)} <span className="unit">m</span>
  </span>
)

export const ZoneState = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <Tag className={isEnabled ? style.inForce : ''}>{isEnabled ? t('enabled') : t('disabled')}</Tag>
  )
}

type Props = {
  noflyId: string
  row: NoFlyZone | undefined
  onShow: (zone: NoFlyZone) => void
  onEdit: (zone: NoFlyZone) => void
  onAsk: (zone: NoFlyZone, change: ZoneChange) => void
}

/** Everything known of one zone, and what may be done with it. */
export const ZoneDetail = ({ noflyId, row, onShow, onEdit, onAsk }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  const detail = useQuery(queryOf('getNoFlyZone', { params: { noflyId } }))
  // What the list shows is newer while a change is on its way.
  const zone = row ?? detail.data
  if (!zone)
    return detail.isError ? (
      <Failure error={detail.error} onRetry={() => void detail.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  const { shape } = zone
  return (
    <div className={style.detail}>
      <div className={style.actions}>
        <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => onShow(zone)}>
          {t('terms:showOnTheMap')}
        </Button>
        {zone.can.update && (
          <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit(zone)}>
            {t('terms:edit')}
          </Button>
        )}
        {zone.can.enable && (
          <Button onClick={() => onAsk(zone, zone.enabled ? 'disable' : 'enable')}>
            {zone.enabled ? t('disable') : t('enable')}
          </Button>
        )}
        {zone.can.delete && (
          <Button
            danger
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onAsk(zone, 'delete')}
          >
            {t('delete')}
          </Button>
        )}
      </div>
      <dl className={style.rows}>
        <Row label={t('terms:state')}>
          <ZoneState isEnabled={zone.enabled} />
        </Row>
        <Row label={t('type')}>{t(typeLabels[zone.type])}</Row>
        <Row label={t('terms:area')}>
          <Area mu={muFromM2(zone.areaM2)} />{' '}
          <span className={style.km}>{formatNumber(zone.areaM2 / 1e6, 3)} km²</span>
        </Row>
        <Row label={t('ground')}>
          {shape.kind === 'circle' ? (
            <>
              {t('circle')} · {t('radius')} {metres(shape.radiusM)}
            </>
          ) : (
            <>
              {t('polygon')} · {t('cornerCount', { count: (shape.rings[0]?.length ?? 1) - 1 })}
              {shape.rings.length > 1 && (
                <> · {t('holeCount', { count: shape.rings.length - 1 })}</>
              )}
            </>
          )}
        </Row>
        <Row label={t('lower')}>{zone.lowerM === null ? t('fromGround') : metres(zone.lowerM)}</Row>
        <Row label={t('upper')}>{zone.upperM === null ? t('noLimit') : metres(zone.upperM)}</Row>
        <Row label={t('validFrom')}>
          {zone.validFrom === null ? t('atOnce') : <Time time={zone.validFrom} />}
        </Row>
        <Row label={t('validUntil')}>
          {zone.validUntil === null ? t('noEnd') : <Time time={zone.validUntil} />}
        </Row>
        <Row label={t('address')}>{zone.detailAddress || dash}</Row>
        <Row label={t('terms:region')}>{zone.region.join(' / ') || dash}</Row>
        <Row label={t('declaredBy')}>{zone.accountName}</Row>
        <Row label={t('createdAt')}>
          <Time time={zone.createdAt} />
        </Row>
        <Row label={t('updatedAt')}>
          <Time time={zone.updatedAt} />
        </Row>
      </dl>
      {shape.kind === 'polygon' && (
        <details className={style.places}>
          <summary>
            {t('coordinates')} ({formatCount((shape.rings[0]?.length ?? 1) - 1)})
          </summary>
          {/* One outline after the other, as lng, lat: to be copied. */}
          {shape.rings.map((ring, i) => (
            // Rings have no name but their place.
            <pre key={i} tabIndex={0}>
              {ring
                .slice(0, -1)
                .map(([lng, lat]) => `${lng.toFixed(7)}, ${lat.toFixed(7)}`)
                .join('\n')}
            </pre>
          ))}
        </details>
      )}
    </div>
  )
}
