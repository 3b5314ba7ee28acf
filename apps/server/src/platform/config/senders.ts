/** Configuration of mail: the address of the server, and the sender. */
export type MailConfig = { url: string; from: string }

/** Configuration of SMS: the call to an HTTP gateway, with `{to}` and `{text}` in it. */
export type GatewayConfig = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  /** Null: only the address is sent. */
  body: string | null
  /** Upper bound of the cost caused by a stranger who requests codes everywhere. */
  perDay: number
}
