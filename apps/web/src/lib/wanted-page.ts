// The page that somebody came for by a link before they had signed in: where the sign-in leads to.
// Whether they may open it is the guard's question, as ever.
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
