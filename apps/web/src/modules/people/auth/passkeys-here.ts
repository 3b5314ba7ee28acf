/** Why the browser offers no passkeys on this page; null: it does. */
export const passkeyObstacle = (): 'insecure' | 'unsupported' | null => {
  if (!window.isSecureContext) return 'insecure'
  // A passkey belongs to a host name: browsers refuse addresses.
  const isAddress = /^[\d.]+$|:/.test(window.location.hostname)
  return 'PublicKeyCredential' in window && !isAddress ? null : 'unsupported'
}
