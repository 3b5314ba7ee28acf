// The page requested by a link before the sign-in, opened after it. The guard still decides whether
// the person may open it.
const key = 'wantedPage'

/** A path of this site; `//host` and `/\\host` are addresses of others. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

export const keepWantedPage = (path: string): void => {
  try {
    if (path !== '/' && isOwnPath(path)) sessionStorage.setItem(key, path)
  } catch {
    // Storage is forbidden: the sign-in leads to the first screen.
  }
}

/** Once: the next sign-in in this tab is for something else. */
export const takeWantedPage = (): string | null => {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path !== null && isOwnPath(path) ? path : null
  } catch {
    // As above.
    return null
  }
}
