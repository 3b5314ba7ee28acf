import { Button, Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatClock,
  formatCount,
  formatDuration,
  formatMeasure,
  formatNumber,
  formatTime,
  formatTimeZone,
} from '../../../../lib/format.ts'
import type { LogKind, OpenedLog } from './log-session.ts'
import { trackKind } from './log-session.ts'
import { damageCounts, eventTexts, fileFormatNames, heightTexts, noteTexts } from './log.labels.ts'
import tool from '../tools.module.css'
import style from './logs.module.css'

/** Format, times and drone of the log. */
export const LogSummary = ({ log }: { log: OpenedLog }) => {
  const { t } = useTranslation('tools')
  const { identity } = log
  const heights = Object.keys(log.heights) as (keyof typeof heightTexts)[]
  const facts: readonly (readonly [string, string | null])[] = [
    [t('terms:format'), fileFormatNames[log.format] ?? t('formatOwn')],
    [t('begins'), log.startMs === null ? null : formatTime(log.startMs)],
    [t('lasts'), log.startMs === null ? null : formatDuration((log.endMs! - log.startMs) / 1000)],
    [t('trackPlaces'), formatCount(log.pointCount)],
    [t('flown'), log.pointCount < 2 ? null : formatMeasure(log.distanceM / 1000, 'km')],
    [
      t('heightFrom'),
      heights.length === 0 ? null : heights.map((source) => t(heightTexts[source])).join(', '),
    ],
    [t('terms:serialNumber'), identity.serial],
    [t('hardware'), identity.hardware],
    [t('terms:firmware'), identity.firmware],
    [t('vehicle'), identity.vehicleType],
    ...log.batteries.map(
      (one) =>
        [
          log.batteries.length > 1 ? t('batteryOf', { number: one.index + 1 }) : t('battery'),
          [
            one.maxVoltageV !== null && one.minVoltageV !== null
              ? `${formatNumber(one.minVoltageV, 1)}–${formatNumber(one.maxVoltageV, 1)} V`
              : null,
            one.firstPercent !== null && one.lastPercent !== null
              ? `${formatNumber(one.firstPercent, 0)} → ${formatNumber(one.lastPercent, 0)}%`
              : null,
            one.usedMah !== null ? `${formatCount(one.usedMah)} mAh` : null,
          ]
            .filter((part) => part !== null)
            .join(' · ') || null,
        ] as const,
    ),
  ]
  return (
    <>
      <dl className={`grid gap-4 m-0 text-13 ${style.facts}`}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div className="flex gap-12 justify-between" key={name}>
              <dt>{name}</dt>
              <dd className="figure">{value}</dd>
            </div>
          ))}
      </dl>
      {log.report.times?.isZoneAssumed && (
        <p className={tool.warning}>
          {formatTimeZone(log.report.times.timeZone ?? undefined)}:{' '}
          {t('flight-logs:timeZoneAssumed')}
        </p>
      )}
      {log.report.times?.isOrderAssumed && (
        <p className={tool.warning}>{t('flight-logs:dateOrderMdy')}</p>
      )}
      {log.startMs !== null && (
        <p className={tool.hint}>{t('inZone', { zone: formatTimeZone() })}</p>
      )}
    </>
  )
}

/** Unreadable parts, and corrections. */
export const DamageReport = ({ log: { report } }: { log: OpenedLog }) => {
  const { t } = useTranslation('tools')
  const found = damageCounts.filter(([key]) => report[key] > 0)
  const isWhole =
    found.length === 0 &&
    report.truncatedAtByte === null &&
    report.dropouts === 0 &&
    report.notes.length === 0
  return (
    <section className={`grid gap-8 ${style.part}`} aria-label={t('damage')}>
      <h2>{t('damage')}</h2>
      {isWhole && <p className={tool.success}>{t('damageNone')}</p>}
      {report.truncatedAtByte !== null && (
        <p className={tool.warning}>
          {t('damageCut', {
            at: formatCount(report.truncatedAtByte),
            of: formatCount(report.bytes),
          })}
        </p>
      )}
      {report.notUnderstood.length > 0 && (
        <p className={tool.warning}>
          {t('flight-logs:notUnderstood', { words: report.notUnderstood.join(', ') })}
        </p>
      )}
      {report.notes.map((note) => (
        <p key={note} className={tool.warning}>
          {t(noteTexts[note])}
        </p>
      ))}
      {(found.length > 0 || report.dropouts > 0) && (
        <dl className={`grid gap-4 m-0 text-13 ${style.facts}`}>
          {found.map(([key, text]) => (
            <div className="flex gap-12 justify-between" key={key}>
              <dt>{t(text)}</dt>
              <dd className="figure">{formatCount(report[key])}</dd>
            </div>
          ))}
          {report.dropouts > 0 && (
            <div className="flex gap-12 justify-between">
              <dt>{t('damageDropouts')}</dt>
              <dd className="figure">
                {formatCount(report.dropouts)} ({formatNumber(report.dropoutMs / 1000, 1)} s)
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}

/** Limit of search results: thousands of checkboxes would freeze the page. */
const mostFound = 200

type FieldsProps = {
  kinds: readonly LogKind[]
  chosen: readonly string[]
  onToggle: (name: string) => void
}

const Fields = ({ kind, chosen, onToggle }: { kind: LogKind } & Omit<FieldsProps, 'kinds'>) => (
  <ul className={style.fields}>
    {kind.fields.slice(0, mostFound).map(({ name, label, unit, count }) => (
      <li key={name}>
        <label>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => onToggle(name)} />
          <span className="flex-1 min-w-0 break-anywhere">{label}</span>
          {unit !== null && <span className="muted text-12 tabular nowrap">{unit}</span>}
          {kind.name === trackKind && (
            <span className="muted text-12 tabular nowrap">{formatCount(count)}</span>
          )}
        </label>
      </li>
    ))}
  </ul>
)

const Kind = ({
  kind,
  isFound,
  chosen,
  onToggle,
}: { kind: LogKind; isFound: boolean } & Omit<FieldsProps, 'kinds'>) => {
  const { t } = useTranslation('tools')
  const [isOpen, setOpen] = useState(kind.name === trackKind)
  const shows = isOpen || isFound
  return (
    <details
      className={style.kind}
      open={shows}
      onToggle={(event) => {
        if (!isFound) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span>{kind.name === trackKind ? t('trackKind') : kind.name}</span>
        <span className="muted text-12 tabular nowrap">{formatCount(kind.count)}</span>
      </summary>
      {shows && <Fields kind={kind} chosen={chosen} onToggle={onToggle} />}
    </details>
  )
}

/** Every kind of record with its fields and units; a checked field is drawn as a curve. */
export const LogContents = ({ kinds, chosen, onToggle }: FieldsProps) => {
  const { t } = useTranslation('tools')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const found = useMemo(() => {
    if (wanted === '') return kinds
    let left = mostFound
    return kinds.flatMap((kind) => {
      const isKind = kind.name.toLowerCase().includes(wanted)
      const fields = kind.fields
        .filter(({ name }) => isKind || name.toLowerCase().includes(wanted))
        .slice(0, left)
      left -= fields.length
      return fields.length === 0 ? [] : [{ ...kind, fields }]
    })
  }, [kinds, wanted])
  const count = kinds.reduce((sum, { fields }) => sum + fields.length, 0)
  return (
    <section className={`grid gap-8 ${style.part}`} aria-label={t('contents')}>
      <h2>{t('contents')}</h2>
      <p className={tool.hint}>
        {t('contentsText', { kinds: formatCount(kinds.length), fields: formatCount(count) })}
      </p>
      {count > 12 && (
        <Input
          size="small"
          allowClear
          value={search}
          aria-label={t('findField')}
          placeholder={t('findField')}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className="grid gap-2">
        {found.map((kind) => (
          <Kind
            key={kind.name}
            kind={kind}
            isFound={wanted !== ''}
            chosen={chosen}
            onToggle={onToggle}
          />
        ))}
        {found.length === 0 && <p className={tool.hint}>{t('noField')}</p>}
      </div>
    </section>
  )
}

const eventsAtOnce = 50

/** Events of the log; a click jumps there. */
export const LogEvents = ({ log, onSeek }: { log: OpenedLog; onSeek: (tMs: number) => void }) => {
  const { t } = useTranslation('tools')
  const [shown, setShown] = useState(eventsAtOnce)
  if (log.events.length === 0) return null
  return (
    <details className={`grid gap-8 ${style.part}`}>
      <summary className={style.head}>
        {t('events', { count: log.eventCount, shown: formatCount(log.eventCount) })}
      </summary>
      <ul className={style.events}>
        {log.events.slice(0, shown).map((event, index) => (
          <li key={`${event.tMs} ${index}`}>
            <button type="button" onClick={() => onSeek(event.tMs)}>
              <span className="figure">{formatClock(event.tMs)}</span>
              <span>
                {event.type === 'text' ? (
                  event.text
                ) : (
                  <>
                    {t(eventTexts[event.type])}
                    {event.text !== null && ` ${event.text}`}
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {log.events.length > shown && (
        <Button size="small" type="link" onClick={() => setShown(shown + 200)}>
          {t('moreEvents')}
        </Button>
      )}
    </details>
  )
}
