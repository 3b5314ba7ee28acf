/** The console under another host name: where this one is, by the same protocol and port. */
export const addressOfHost = (
  host: string,
  { protocol, port }: Pick<Location, 'protocol' | 'port'> = window.location,
): string => `${protocol}//${host}${port && `:${port}`}`
