// The page shown when the console cannot be reached: the data last seen, and its age. It must work
// without the application, whose chunks may be missing.
import { languages, matchLanguage, type Language } from '@swath/i18n/languages'
import texts from '@swath/i18n/offline.json'
import { lastSeenKey, parseLastSeen, type LastSeen } from '../lib/last-seen.ts'
import { applyTheme, choosePalette } from '../lib/theme.ts'
import './offline-page.css'

const readKept = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // Storage is blocked, or another program wrote to it: as if empty.
    return null
  }
}

const wanted = readKept('lang')
const language: Language =
  languages.find((one) => one === wanted) ?? matchLanguage(navigator.languages.join(',')) ?? 'en'
const say = (
  key: `offline:${keyof typeof texts}`,
  values: Readonly<Record<string, string>> = {},
): string =>
  texts[key.slice('offline:'.length) as keyof typeof texts][language].replaceAll(
    /\{\{(\w+)\}\}/g,
    (_whole, name: string) => values[name] ?? '',
  )

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  ...children: readonly HTMLElement[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  if (text) made.textContent = text
  made.append(...children)
  return made
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]
const ago = (timeMs: number): string => {
  const seconds = (timeMs - Date.now()) / 1000
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  )
}
const time = (timeMs: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(timeMs)

const listDrones = ({ atMs, drones }: LastSeen): HTMLElement => {
  const rows = drones.map(({ name, state, heardAt, place }) => {
    const facts = [
      heardAt === null ? null : ago(Date.parse(heardAt)),
      place && `${place[1].toFixed(5)}, ${place[0].toFixed(5)}`,
    ]
    return element(
      'li',
      '',
      element('b', name),
      element('span', state),
      element('small', facts.filter(Boolean).join(' · ')),
    )
  })
  return element(
    'section',
    '',
    element('h2', say('offline:seen')),
    element('p', say('offline:seenAt', { time: time(atMs), ago: ago(atMs) })),
    element('ul', '', ...rows),
  )
}

const draw = (): void => {
  const page = document.getElementById('offline')!
  const seen = parseLastSeen(readKept(lastSeenKey))
  const person = readKept('userInfo') as { userId?: unknown } | null
  const isOwn = seen !== null && seen.drones.length > 0 && person?.userId === seen.userId
  const again = element('button', say('offline:again'))
  again.type = 'button'
  again.addEventListener('click', () => window.location.reload())
  page.replaceChildren(
    element('h1', say('offline:title')),
    element('p', say('offline:reason')),
    again,
    isOwn ? listDrones(seen) : element('p', say('offline:nothingSeen')),
  )
  document.title = seen?.productName ?? document.title
}

const isSystemDark = window.matchMedia('(prefers-color-scheme: dark)').matches
applyTheme(undefined, choosePalette(readKept('appearance'), isSystemDark))
document.documentElement.lang = language
draw()
/** Keeps the displayed age up to date. */
setInterval(draw, 60_000)

/** The network may be back before the server can be reached, so poll until it responds. */
const askEveryMs = 5_000
const comeBack = async (): Promise<void> => {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null) // still down
  if (answer?.ok) window.location.reload()
}
setInterval(() => void comeBack(), askEveryMs)
window.addEventListener('online', () => void comeBack())
