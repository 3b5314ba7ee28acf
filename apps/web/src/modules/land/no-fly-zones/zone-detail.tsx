import { DeleteOutlined, EditOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { reasonLabels, type NoFlyZone, type ZoneShape } from '@swath/contract/land/no-fly-zones'
import { muFromM2 } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatNumber, formatTimeZone, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area } from '../../../ui/area.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, FactGroup, Facts, TimeFact } from '../../../ui/facts.tsx'
import { Outlines } from '../../../ui/outlines.tsx'
import { EnabledTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import type { ZoneChange } from './no-fly-zones.mutations.ts'
import { describeWindow } from '../../../lib/week-hours.ts'
import { ZoneHolders } from './zone-holders.tsx'
import { ZoneVersions } from './zone-versions.tsx'
import {
  kindLabels,
  purposeLabels,
  referenceLabels,
  restrictionLabels,
  typeLabels,
} from './zone.labels.ts'
import style from './no-fly-zones.module.css'

const metres = (value: number): ReactNode => (
  <span className="figure">
    {formatNumber(value, 0)} <span className="unit">{formatUnit('m')}</span>
  </span>
)

export const ZoneState = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <EnabledTag isEnabled={isEnabled} labels={{ enabled: t('enabled'), disabled: t('disabled') }} />
  )
}

type Asks = {
  onShow: (zone: NoFlyZone) => void
  onEdit: (zone: NoFlyZone) => void
  onAsk: (zone: NoFlyZone, change: ZoneChange) => void
}

const ZoneActions = ({ zone, onShow, onEdit, onAsk }: Asks & { zone: NoFlyZone }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div className="flex wrap gap-8">
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
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => onAsk(zone, 'delete')}>
          {t('delete')}
        </Button>
      )}
    </div>
  )
}

const GroundWords = ({ shape }: { shape: ZoneShape }) => {
  const { t } = useTranslation('no-fly-zones')
  return shape.kind === 'circle' ? (
    <>
      {t('circle')} · {t('radius')} {metres(shape.radiusM)}
    </>
  ) : (
    <>
      {t('polygon')} · {t('cornerCount', { count: (shape.rings[0]?.length ?? 1) - 1 })}
      {shape.rings.length > 1 && <> · {t('holeCount', { count: shape.rings.length - 1 })}</>}
    </>
  )
}

const ZoneFacts = ({ zone }: { zone: NoFlyZone }) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <ZoneState isEnabled={zone.enabled} />
      </Fact>
      <Fact label={t('kind')} hint={zone.kind === 'stay_in' ? t('stayInHint') : undefined}>
        {t(kindLabels[zone.kind])}
      </Fact>
      {zone.kind === 'stay_out' && (
        <Fact
          label={t('restriction')}
          hint={zone.restriction === 'no_restriction' ? t('restrictionNoneHint') : undefined}
        >
          {t(restrictionLabels[zone.restriction])}
        </Fact>
      )}
      <Fact label={t('reasons')}>
        {zone.reasons.map((reason) => t(reasonLabels[reason])).join(', ')}
      </Fact>
      <Fact label={t('message')}>{zone.message}</Fact>
      <Fact label={t('type')}>{t(typeLabels[zone.type])}</Fact>
      <Fact label={t('terms:area')}>
        <Area mu={muFromM2(zone.areaM2)} />{' '}
        <span className={`muted text-13 regular tabular ${style.km}`}>
          {formatNumber(zone.areaM2 / 1e6, 3)} km²
        </span>
      </Fact>
      <Fact label={t('ground')}>
        <GroundWords shape={zone.shape} />
      </Fact>
      <Fact label={t('lower')}>
        {zone.lowerM === null ? (
          t('fromGround')
        ) : (
          <>
            {metres(zone.lowerM)} {t(referenceLabels[zone.lowerReference])}
          </>
        )}
      </Fact>
      <Fact label={t('upper')}>
        {zone.upperM === null ? (
          t('noLimit')
        ) : (
          <>
            {metres(zone.upperM)} {t(referenceLabels[zone.upperReference])}
          </>
        )}
      </Fact>
      <Fact label={t('validFrom')}>
        {zone.validFrom === null ? t('atOnce') : <Time time={zone.validFrom} />}
      </Fact>
      <Fact label={t('validUntil')}>
        {zone.validUntil === null ? t('noEnd') : <Time time={zone.validUntil} />}
      </Fact>
      <Fact
        label={t('windows')}
        hint={
          zone.windows.length > 0 && zone.timeZone !== null
            ? t('windowsIn', { zone: formatTimeZone(zone.timeZone) })
            : undefined
        }
      >
        {zone.windows.length === 0 ? t('allHours') : <Hours windows={zone.windows} />}
      </Fact>
      <Fact label={t('address')}>{zone.detailAddress || dash}</Fact>
      <Fact label={t('terms:region')}>{zone.region.join(' / ') || dash}</Fact>
      <Fact label={t('declaredBy')}>{zone.accountName}</Fact>
      <TimeFact label={t('createdAt')} time={zone.createdAt} />
      <TimeFact label={t('updatedAt')} time={zone.updatedAt} />
    </Facts>
  )
}

const Hours = ({ windows }: Pick<NoFlyZone, 'windows'>) => {
  const { i18n } = useTranslation()
  return windows.map((window) => {
    const text = describeWindow(window, i18n.language)
    return <div key={text}>{text}</div>
  })
}

/** The authorities, with links to mail or call them. */
const Authorities = ({ authorities }: Pick<NoFlyZone, 'authorities'>) => {
  const { t } = useTranslation('no-fly-zones')
  if (authorities.length === 0) return null
  return (
    <FactGroup title={t('authorities')}>
      {authorities.map(({ name, contactName, phone, email, siteUrl, purpose }, i) => (
        // Names are not unique.
        <Fact key={i} label={purpose === null ? t('authorities') : t(purposeLabels[purpose])}>
          <div>{[name, contactName].filter(Boolean).join(' · ')}</div>
          {phone && (
            <div>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            </div>
          )}
          {email && (
            <div>
              <a href={`mailto:${email}`}>{email}</a>
            </div>
          )}
          {siteUrl && (
            <div>
              <a href={siteUrl} target="_blank" rel="noreferrer noopener">
                {siteUrl}
              </a>
            </div>
          )}
        </Fact>
      ))}
    </FactGroup>
  )
}

type Props = Asks & { noflyId: string; row: NoFlyZone | undefined }

/** Details of one zone, and its actions. */
export const ZoneDetail = ({ noflyId, row, ...asks }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  const detail = useQuery(buildQuery('getNoFlyZone', { params: { noflyId } }))
  return (
    <DetailOf row={row} asked={detail}>
      {(zone) => (
        <div className="grid gap-20">
          <ZoneActions zone={zone} {...asks} />
          <ZoneFacts zone={zone} />
          <Authorities authorities={zone.authorities} />
          <ZoneHolders noflyId={zone.noflyId} />
          <ZoneVersions noflyId={zone.noflyId} />
          {zone.shape.kind === 'polygon' && (
            <Outlines label={t('coordinates')} rings={zone.shape.rings} />
          )}
        </div>
      )}
    </DetailOf>
  )
}
