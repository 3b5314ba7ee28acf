/** Configuration of mail: the server's URL, and the sender. */
export type MailConfig = { url: string; from: string }

/** Configuration of SMS: a call to an HTTP gateway, with the placeholders `{to}` and `{text}`. */
export type GatewayConfig = {
  url: string
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  /** Null: GET without a body. */
  body: string | null
  /** Limits the cost that a stranger can cause by requesting codes for many recipients. */
  perDay: number
}
