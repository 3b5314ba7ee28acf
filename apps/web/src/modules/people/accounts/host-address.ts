/** The console's URL under another host name, with the current protocol and port. */
export const addressOfHost = (
  host: string,
  { protocol, port }: Pick<Location, 'protocol' | 'port'> = window.location,
): string => `${protocol}//${host}${port && `:${port}`}`
