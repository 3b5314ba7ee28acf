/** How mail leaves: the address of the server, and the sender. */
export type MailConfig = { url: string; from: string }

/** How SMS leave: the call to an HTTP gateway, with `{to}` and `{text}` in it. */
export type GatewayConfig = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  /** Null: only the address is sent. */
  body: string | null
  /** Upper bound of what a stranger who asks for codes everywhere may cost. */
  perDay: number
}
