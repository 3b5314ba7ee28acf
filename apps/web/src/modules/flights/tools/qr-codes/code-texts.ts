/** Contents of codes, in the formats that phones and ground stations read. */
export type WifiNetwork = {
  readonly name: string
  readonly password: string
  readonly security: 'WPA' | 'WEP' | 'nopass'
  readonly hidden: boolean
}

const escaped = (text: string): string => text.replaceAll(/([\\;,:"])/g, String.raw`\$1`)

/** The format documented by ZXing, which Android and iOS support (zxing wiki, Barcode Contents). */
export const wifiText = ({ name, password, security, hidden }: WifiNetwork): string =>
  `WIFI:T:${security};S:${escaped(name)};${security === 'nopass' ? '' : `P:${escaped(password)};`}${hidden ? 'H:true;' : ''};`

export type DeviceDoor = {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly droneId: string
}

/**
 * The host and user name for a drone's connection, without the password, so that the code alone
 * gives no access.
 */
export const deviceDoorText = ({ host, port, tls, droneId }: DeviceDoor): string =>
  `${tls ? 'mqtts' : 'mqtt'}://${encodeURIComponent(droneId)}@${host.includes(':') ? `[${host}]` : host}:${port}?clientId=${encodeURIComponent(droneId)}`

/** The API's format of a maker's serial number. */
export const isDroneId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$/.test(text)

/** A host name or an IP address, without scheme, port or path. */
export const isHost = (text: string): boolean =>
  /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i.test(
    text,
  ) ||
  (/^[\da-f:]{2,45}$/i.test(text) && text.includes(':'))
