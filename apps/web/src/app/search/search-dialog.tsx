import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Modal, Tag } from 'antd'
import type { TFunction } from 'i18next'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buildQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { ThinBar } from '../../ui/thin-bar.tsx'
import { Time } from '../../ui/time.tsx'
import type { PersonAction } from '../person-action.ts'
import { keepRecentEntry, listRecentEntries } from './recent-entries.ts'
import { listOwnEntries, mergeMatches, type SearchEntry } from './search-entries.ts'
import style from './search-dialog.module.css'

/** Typing pauses this long before the server is asked. */
const pauseMs = 120

const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}

/** Entries for the typed text; the recent ones if it is empty. */
const useMatches = (typed: string) => {
  const { t } = useTranslation()
  const user = useUser()
  const text = useDelayed(typed.trim())
  const { data, isFetching } = useQuery({
    ...buildQuery('searchAll', { query: { text } }),
    enabled: text !== '' && user.checkStatus === 'passed',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const own = useMemo(() => listOwnEntries(user, t), [user, t])
  const found = text === '' ? [] : (data?.items ?? [])
  const entries =
    typed.trim() === '' ? listRecentEntries() : mergeMatches(typed, own, found, user, t)
  return {
    entries,
    isFetching,
    isSettled: typed.trim() === text && !isFetching,
    areSimilar: found.length > 0 && found.every(({ rank }) => rank === 'close'),
  }
}

/** What the list below shows, in one line; empty for ordinary matches. */
const headingOf = (
  { entries, isSettled, areSimilar }: ReturnType<typeof useMatches>,
  text: string,
  t: TFunction<'search'>,
): string => {
  if (text === '') return entries.length > 0 ? t('recent') : t('hint')
  if (entries.length === 0) return isSettled ? t('nothing', { text }) : ''
  return areSimilar ? t('similar', { text }) : ''
}

type OptionProps = {
  entry: SearchEntry
  id: string
  isActive: boolean
  onChoose: (inNewTab: boolean) => void
  onHover: () => void
}

const Option = ({ entry, id, isActive, onChoose, onHover }: OptionProps) => {
  const { t } = useTranslation('search')
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) shown.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isActive])
  return (
    // Keys are handled by the text field, which keeps the focus (WAI-ARIA, combobox pattern).
    <div
      ref={shown}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`flex gap-8 items-center ${style.option}`}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      onKeyDown={() => undefined}
      onMouseMove={onHover}
    >
      <Tag className="flex-none">{t(`kind.${entry.kind}`)}</Tag>
      <span className={`truncate ${style.title}`}>{entry.title}</span>
      <span className={`min-w-0 muted text-12 truncate tabular ${style.detail}`}>
        {entry.startTime === null ? entry.detail : <Time time={entry.startTime} seconds />}
      </span>
    </div>
  )
}

type Props = { onClose: () => void; onAction: (action: PersonAction) => void }

/** Search over everything that the person may see; opened with Ctrl+K. */
export const SearchDialog = ({ onClose, onAction }: Props) => {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const matches = useMatches(typed)
  const { entries, isFetching } = matches
  const at = Math.min(active, entries.length - 1)

  const choose = (entry: SearchEntry | undefined, inNewTab: boolean): void => {
    if (!entry) return
    keepRecentEntry(entry)
    onClose()
    if ('action' in entry.to) onAction(entry.to.action)
    else if (inNewTab) window.open(entry.to.path, '_blank', 'noopener')
    else void navigate(entry.to.path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method uses the same keys while characters are composed.
    if (event.nativeEvent.isComposing) return
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps !== undefined && entries.length > 0) {
      event.preventDefault()
      setActive((at + steps + entries.length) % entries.length)
    } else if (event.key === 'Enter') choose(entries[at], event.ctrlKey || event.metaKey)
  }

  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 64 }}
      classNames={{ body: style.body }}
      title={<span className="sr-only">{t('title')}</span>}
    >
      <Input
        autoFocus
        size="large"
        value={typed}
        maxLength={100}
        placeholder={t('placeholder')}
        role="combobox"
        aria-label={t('title')}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(entries.length > 0 ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={style.progress}>
        <ThinBar active={isFetching} />
      </div>
      <p className={`muted text-12 ${style.heading}`} aria-live="polite">
        {headingOf(matches, typed.trim(), t)}
      </p>
      <div id={listId} role="listbox" aria-label={t('results')} className={style.list}>
        {entries.map((entry, i) => (
          <Option
            key={entry.key}
            entry={entry}
            id={`${listId}-${i}`}
            isActive={i === at}
            onChoose={(inNewTab) => choose(entry, inNewTab)}
            onHover={() => setActive(i)}
          />
        ))}
      </div>
      <p className={`muted text-12 ${style.keys}`}>{t('keys')}</p>
    </Modal>
  )
}
