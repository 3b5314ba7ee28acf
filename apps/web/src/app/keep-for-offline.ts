/** The worker keeps the program's files and the page that is shown without a connection. */
export const keepForOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it the console works as before: private windows and some policies refuse it.
  navigator.serviceWorker.register('/service-worker.js').catch(console.warn)
}
