/**
 * The element that opened the last form: it gets the focus back when a follow-up dialog is closed.
 */
let last: Element | null = null

export const noteOpener = (): Element | null => (last = document.activeElement)

/**
 * For a dialog that replaces a form: the form's fields, which had the focus before, no longer
 * exist.
 */
export const focusOpenerIfLost = (): void => {
  // Deferred until the dialog is unmounted and the focus is lost.
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && last instanceof HTMLElement && last.isConnected) last.focus()
  })
}
