import type { SortieProof } from '@swath/contract/flights/sortie-messages'
import { sortieMessageList } from '@swath/contract/flights/sortie-messages'
import { Typography } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../lib/format.ts'
import { StateTag, type Tone } from '../../../../ui/state-tags.tsx'
import style from './messages.module.css'

type State = SortieProof['record']['state']
const stateLooks = {
  intact: { label: 'flights:proofIntact', tone: 'good' },
  broken: { label: 'flights:proofBroken', tone: 'bad' },
  none: { label: 'flights:proofNone', tone: undefined },
  gone: { label: 'flights:proofGone', tone: undefined },
} as const satisfies Record<State, { label: string; tone: Tone | undefined }>

const recordFaults = { content: 'flights:faultContent', chain: 'flights:faultChain' } as const
const pointFaults = {
  unreadable: 'flights:faultUnreadable',
  bytes: 'flights:faultBytes',
  changed: 'flights:faultChanged',
} as const

type PartProps = {
  title: string
  part: Pick<SortieProof['record'], 'state' | 'hash' | 'since'>
  children?: ReactNode
}
/** One of the three parts: its state, its hash, and since when it has that hash. */
const Part = ({ title, part: { state, hash, since }, children }: PartProps) => {
  const { t } = useTranslation('flights')
  const { label, tone } = stateLooks[state]
  return (
    <section
      className={`grid gap-4 content-start min-w-0 border rounded-8 p-12 ${style.part}`}
      data-state={state}
      aria-label={title}
    >
      <h2 className="flex wrap gap-4-8 items-center justify-between m-0 text-14 semibold">
        {title} <StateTag tone={tone}>{t(label)}</StateTag>
      </h2>
      {hash && (
        <Typography.Text copyable={{ text: hash, tooltips: [t('terms:copy'), t('terms:copied')] }}>
          <code className="text-12" title={hash}>
            {hash.slice(0, 16)}…{hash.slice(-8)}
          </code>
        </Typography.Text>
      )}
      {since && <p>{t('proofSince', { time: formatTime(since) })}</p>}
      {state === 'gone' && <p>{t('goneHint')}</p>}
      {children}
    </section>
  )
}

/** Shows by their hashes whether a flight's record, points and events are unchanged. */
export const ProofPanel = ({ proof: { record, points, events } }: { proof: SortieProof }) => {
  const { t } = useTranslation('flights')
  return (
    <div className={style.proof} role="group" aria-label={t('proof')}>
      <Part title={t('terms:workRecord')} part={record}>
        {record.state === 'none' && <p>{t('noRecordYet')}</p>}
        {record.fault && <p className={style.fault}>{t(recordFaults[record.fault])}</p>}
      </Part>
      <Part title={t('proofPoints')} part={points}>
        {points.fault && <p className={style.fault}>{t(pointFaults[points.fault])}</p>}
      </Part>
      <Part title={t('proofEvents')} part={events}>
        {events.state === 'none' && record.state !== 'none' && <p>{t('eventsNotHashed')}</p>}
        {events.fault === 'list' && <p className={style.fault}>{t('faultList')}</p>}
        {events.broken.map(({ kind, recordTime, boot, seq, fault }) => (
          <p key={`${recordTime} ${kind} ${boot} ${seq}`} className={style.fault}>
            {t(fault === 'changed' ? 'eventChanged' : 'eventMissing', {
              kind: t(sortieMessageList.columns.kind.labels[kind]),
              time: formatTime(recordTime),
            })}
          </p>
        ))}
      </Part>
    </div>
  )
}
