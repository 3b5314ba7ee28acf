// Remembers the page that a link requested before the sign-in, to open it afterwards. The guard
// still decides whether the person may open it.
const key = 'wantedPage'

/** Whether a path is on this site; `//host` and `/\\host` are not. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

export const keepWantedPage = (path: string): void => {
  try {
    if (path !== '/' && isOwnPath(path)) sessionStorage.setItem(key, path)
  } catch {
    // Storage is blocked: the sign-in leads to the first screen.
  }
}

/** Reads and removes the page: the next sign-in in this tab has nothing to do with it. */
export const takeWantedPage = (): string | null => {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path !== null && isOwnPath(path) ? path : null
  } catch {
    // Storage is blocked, as above.
    return null
  }
}
