// The page that somebody came for by a link before they had signed in: where the sign-in leads to.
// Whether they may open it is the guard's question, as ever.
const key = 'wantedPage'

export const keepWantedPage = (path: string): void => {
  try {
    if (path !== '/') sessionStorage.setItem(key, path)
  } catch {
    // Storage is forbidden: the sign-in leads to the first screen.
  }
}

/** Once: the next sign-in in this tab is for something else. */
export const takeWantedPage = (): string | null => {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path
  } catch {
    // As above.
    return null
  }
}
