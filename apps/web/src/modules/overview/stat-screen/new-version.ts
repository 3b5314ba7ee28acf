// Nobody reloads a statistics screen, so it loads a new version of the console automatically.
import { useEffect } from 'react'

const versionEveryMs = 600_000

const scriptOf = (html: ParentNode): string | null =>
  html.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/** Null where the page cannot be loaded: then the version is unknown. */
const fetchScript = async (): Promise<string | null> => {
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    if (!answer.ok) return null
    return scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    // No network: the next check tries again.
    return null
  }
}

/** Whether the server now returns a page with another script than the open one. */
export const isOutdated = async (): Promise<boolean> => {
  const own = scriptOf(document)
  const current = await fetchScript()
  return own !== null && current !== null && current !== own
}

const reloadPage = (): void => window.location.reload()

export const useNewVersion = (reload = reloadPage): void => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void isOutdated().then((isOld) => {
        if (isOld) reload()
      })
    }, versionEveryMs)
    return () => clearInterval(timer)
  }, [reload])
}
