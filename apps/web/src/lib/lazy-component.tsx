import { lazy, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, inTime, isChunkError } from './errors.ts'

/**
 * A component whose code is loaded when it is first rendered; needs a `Suspense` above it. If the
 * code cannot be loaded, for example because the connection broke, a note in its place says so: the
 * rest of the page, which may show drones in the air, stays.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  // The types of `lazy` include a ref, which none of these components takes.
  lazy(async () => {
    try {
      return { default: await inTime(load()) }
    } catch (error) {
      if (!isChunkError(error)) throw error
      return { default: () => <PartFailure error={error} /> }
    }
  }) as unknown as ComponentType<Props>

const PartFailure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('app')
  return (
    <p className="flex wrap gap-8 items-center m-0" role="alert">
      {errorText(error)}
      {/* Not the library's button: this is part of the sign-in page, which must be light. */}
      <button type="button" onClick={() => window.location.reload()}>
        {t('reload')}
      </button>
    </p>
  )
}
