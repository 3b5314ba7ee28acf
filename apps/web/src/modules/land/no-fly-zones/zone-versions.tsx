import { noFlyZoneList, type ZoneVersion } from '@swath/contract/land/no-fly-zones'
import { useQuery } from '@tanstack/react-query'
import { Collapse, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import style from './distribution.module.css'

const { columns } = noFlyZoneList
/** Fields compared between versions, with their labels. */
const compared = {
  noflyName: columns.noflyName.label,
  enabled: columns.enabled.label,
  kind: columns.kind.label,
  restriction: columns.restriction.label,
  shape: 'no-fly-zones:ground',
  lowerM: columns.lowerM.label,
  upperM: columns.upperM.label,
  lowerReference: columns.lowerReference.label,
  upperReference: columns.upperReference.label,
  validFrom: columns.validFrom.label,
  validUntil: columns.validUntil.label,
} as const satisfies Partial<Record<keyof ZoneVersion, string>>

const differing = (version: ZoneVersion, before: ZoneVersion): string[] =>
  Object.entries(compared)
    .filter(
      ([name]) =>
        JSON.stringify(version[name as keyof ZoneVersion]) !==
        JSON.stringify(before[name as keyof ZoneVersion]),
    )
    .map(([, label]) => label)

const Versions = ({ noflyId }: { noflyId: string }) => {
  const { t } = useTranslation('no-fly-zones')
  const versions = useQuery(buildQuery('getZoneVersions', { params: { noflyId } }))
  if (versions.isError)
    return <Failure error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  const { items } = versions.data
  return (
    <ol className="list-plain w-full">
      {items.map((version, i) => (
        <li key={version.since} className={style.version}>
          <b>{t('versionNumber', { number: version.version })}</b>
          <Time time={version.since} />
          <span className="muted">
            {items[i + 1]
              ? differing(version, items[i + 1]!)
                  .map((label) => t(label))
                  .join(', ')
              : t('createdAt')}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Versions of a zone, loaded on demand. */
export const ZoneVersions = ({ noflyId }: { noflyId: string }) => {
  const { t } = useTranslation('no-fly-zones')
  const [isOpen, setOpen] = useState(false)
  return (
    <Collapse
      size="small"
      ghost
      onChange={(keys) => setOpen(keys.length > 0)}
      items={[
        {
          key: 'versions',
          label: t('versions'),
          children: isOpen ? <Versions noflyId={noflyId} /> : null,
        },
      ]}
    />
  )
}
