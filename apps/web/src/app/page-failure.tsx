import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { errorText, isAddressError, isChunkError, pickTraceId } from '../lib/errors.ts'
import style from './page-failure.module.css'

export const FailurePage = ({ error, title }: { error: unknown; title: string }) => {
  const { t } = useTranslation('app')
  const traceId = pickTraceId(error)
  // Also logged to the browser's console, for technical support.
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <main className={`grid gap-8 justify-items-center text-center ${style.page}`} role="alert">
      <h1 className="m-0 text-20 semibold">{title}</h1>
      <p>{errorText(error)}</p>
      {traceId && (
        <p className={`text-12 ${style.trace}`}>
          {t('terms:whenYouAskForHelpQuote')} <code>{traceId}</code>
        </p>
      )}
      {isAddressError(error) ? (
        <a href="/">{t('toStart')}</a>
      ) : (
        <button type="button" onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
      )}
    </main>
  )
}

/** Shown for a screen that crashed or failed to load; the rest of the shell keeps working. */
export const PageFailure = () => {
  const { t } = useTranslation('app')
  const error = useRouteError()
  return (
    <FailurePage
      error={error}
      title={
        isChunkError(error)
          ? t('reload')
          : isAddressError(error)
            ? t('errorAddressTitle')
            : t('errorTitle')
      }
    />
  )
}
