import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, pickTraceId } from '../lib/errors.ts'
import { CallError } from '../lib/api.ts'
import style from './empty.module.css'

/** Illustration: the rows of an empty field. */
const Picture = () => (
  <svg className={style.picture} viewBox="0 0 120 64" aria-hidden="true">
    <path d="M4 52c24-8 40-36 112-38M14 58c26-8 44-32 104-33M30 61c22-7 40-25 88-26M2 44c20-8 36-32 108-38" />
    <circle cx="88" cy="16" r="4" />
  </svg>
)

type Props = { title: string; reason?: string; action?: ReactNode }

/** Explains why there is nothing, and what can be done about it. */
export const Empty = ({ title, reason, action }: Props) => (
  <div className={`grid gap-4 justify-items-center text-center ${style.state}`} role="status">
    <Picture />
    <p className="m-0 text-16 semibold ink">{title}</p>
    {reason && <p className={style.reason}>{reason}</p>}
    {action && <div className={`flex wrap gap-8 ${style.action}`}>{action}</div>}
  </div>
)

/**
 * A failed first load: the reason, a retry button and the id to quote. A refusal for lack of rights
 * has a separate text.
 */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { t } = useTranslation('ui')
  const traceId = pickTraceId(error)
  if (error instanceof CallError && error.status === 403)
    return <Empty title={t('notPermitted')} reason={t('notPermittedReason')} />
  if (error instanceof CallError && error.status === 404)
    return <Empty title={t('notFound')} reason={t('notFoundReason')} />
  return (
    <div className={`grid gap-4 justify-items-center text-center ${style.state}`} role="alert">
      <Picture />
      <p className="m-0 text-16 semibold ink">{t('loadFailed')}</p>
      <p className={style.reason}>{errorText(error)}</p>
      {traceId && (
        <p className={`muted text-12 mt-4 ${style.trace}`}>
          {t('terms:whenYouAskForHelpQuote')} <code>{traceId}</code>
        </p>
      )}
      {onRetry && (
        <div className={`flex wrap gap-8 ${style.action}`}>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
        </div>
      )}
    </div>
  )
}
