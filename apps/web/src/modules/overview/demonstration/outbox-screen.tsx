import type { OutboxMessage } from '@swath/contract/overview/demonstration'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, call } from '../../../lib/api.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { codeAtOnce } from './code-in-text.ts'
import style from './outbox-screen.module.css'

const everyMs = 2_000

type Shown = { messages: readonly OutboxMessage[] | null; state: 'well' | 'failed' | 'none' }

/** Polls while the page is visible. */
const useOutbox = (): Shown => {
  const [shown, setShown] = useState<Shown>({ messages: null, state: 'well' })
  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const look = async (): Promise<void> => {
      if (!document.hidden) {
        try {
          const { items } = await call('getOutbox', {}, { signal: abort.signal })
          setShown({ messages: items, state: 'well' })
        } catch (error) {
          if (abort.signal.aborted) return
          if (error instanceof CallError && error.status === 404) {
            setShown({ messages: [], state: 'none' })
            return
          }
          setShown((before) => ({ ...before, state: 'failed' }))
        }
      }
      timer = setTimeout(() => void look(), everyMs)
    }
    void look()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [])
  return shown
}

type Props = { message: OutboxMessage }
const Message = ({ message: { channel, to, subject, text, sentAt } }: Props) => {
  const { t } = useTranslation('demonstration')
  const [before, code, after] = codeAtOnce(text)
  return (
    <li className={`card ${style.message}`}>
      <div className={`flex wrap gap-4-12 items-baseline muted text-13 ${style.about}`}>
        <span className="semibold ink">{t(channel === 'sms' ? 'sms' : 'mail')}</span>
        <span className="figure">{to}</span>
        <TimeAgo time={sentAt} />
      </div>
      {subject && <h2>{subject}</h2>}
      <p>
        {before}
        {code && <strong className="figure">{code}</strong>}
        {after}
      </p>
    </li>
  )
}

/**
 * Messages that would be sent outside a demonstration, so that codes and notices can be tried
 * without a phone.
 */
export const OutboxScreen = () => {
  const { t } = useTranslation('demonstration')
  const theme = hostTheme()
  const { messages, state } = useOutbox()
  useEffect(() => {
    document.title = `${t('title')} · ${theme.productName}`
  }, [t, theme])
  return (
    <main className={style.page}>
      <header className={`flex gap-16 items-center justify-between ${style.head}`}>
        <ProductMark name={theme.productName} logo={theme.logo} />
        <a href="/login">{t('toSignIn')}</a>
      </header>
      <h1 className="page-title">{t('title')}</h1>
      {state !== 'none' && <p className={style.lead}>{t('lead')}</p>}
      {state === 'failed' && (
        <p className={`rounded-8 danger mb-16 ${style.failed}`} role="alert">
          {t('failed')}
        </p>
      )}
      {state === 'none' && (
        <p className={style.lead} role="alert">
          {t('none')}
        </p>
      )}
      {state === 'well' && messages === null && (
        <div className={`grid gap-8 ${style.skeleton}`} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      )}
      {state === 'well' && messages?.length === 0 && (
        <div className={`grid gap-4 justify-items-center rounded-8 text-center ${style.empty}`}>
          <strong>{t('empty')}</strong>
          <span className="muted">{t('emptyHint')}</span>
        </div>
      )}
      <ul className="list-plain grid gap-8" aria-label={t('title')} aria-live="polite">
        {messages?.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </main>
  )
}
