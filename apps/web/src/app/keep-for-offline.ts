/** Registers the service worker, which caches the app's files and the offline page. */
export const keepForOffline = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The console works without it: private windows and some policies block it.
  navigator.serviceWorker.register('/service-worker.js').catch(console.warn)
}
