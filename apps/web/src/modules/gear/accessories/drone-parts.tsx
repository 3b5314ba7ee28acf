import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { partTypeLabels } from './part.labels.ts'
import style from './accessories.module.css'

type Part = Answer<Api['getDroneParts']>['items'][number]

const stateLabels: Readonly<Record<Part['state'], string>> = {
  unjudged: 'accessories:unjudged',
  listed: 'accessories:listed',
  accepted: 'accessories:stateAccepted',
  strange: 'accessories:stateOpen',
}
const tones: Readonly<Partial<Record<Part['state'], Tone>>> = {
  listed: 'good',
  accepted: 'waiting',
  strange: 'bad',
}

/** Parts reported by a drone, and whether they are in its maker's list. */
export const DroneParts = ({ droneId }: { droneId: string }) => {
  const { t } = useTranslation('accessories')
  const parts = useQuery({
    ...buildQuery('getDroneParts', { query: { droneId } }),
    meta: { quiet: true },
  })
  if (parts.isError && !parts.data) return null
  if (!parts.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (parts.data.items.length === 0) return <p className="m-0 muted">{t('partsNone')}</p>
  return (
    <ul className={`list-plain ${style.parts}`}>
      {parts.data.items.map((part) => (
        <li key={`${part.type} ${part.hwId}`}>
          <span className={`flex wrap min-w-0 ${style.part}`}>
            <strong>{t(partTypeLabels[part.type])}</strong>
            <span className="tabular break-anywhere">{part.hwId}</span>
            <span className="unit">
              {part.firmware !== null && `${part.firmware} · `}
              <TimeAgo time={part.lastAt} />
            </span>
          </span>
          <StateTag tone={tones[part.state]}>{t(stateLabels[part.state])}</StateTag>
        </li>
      ))}
    </ul>
  )
}
