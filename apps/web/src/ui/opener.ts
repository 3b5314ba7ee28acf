/**
 * What opened the form that was open last: where the focus goes when what followed the form is
 * closed, too.
 */
let last: Element | null = null

export const noteOpener = (): Element | null => (last = document.activeElement)

/**
 * For what takes the place of a form and is closed after it: the form's own fields, which had the
 * focus before, are gone.
 */
export const focusOpenerIfLost = (): void => {
  // Once what is closed has been taken away, and the focus with it.
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && last instanceof HTMLElement && last.isConnected) last.focus()
  })
}
