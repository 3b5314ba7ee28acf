/** Long enough for every open tab to have the same event. */
const heldMs = 30_000

/**
 * Runs the work in one of the tabs that call this with the same key within half a minute. Without
 * Web Locks (pages without TLS), in each of them.
 */
export const onceInTabs = (key: string, work: () => void): void => {
  if (!('locks' in navigator)) return work()
  void navigator.locks.request(`once ${key}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    work()
    await new Promise((resume) => setTimeout(resume, heldMs))
  })
}
