import { deviceDoorText, isDroneId, isHost, wifiText, type WifiNetwork } from './code-texts.ts'

export const codeKinds = ['text', 'drone', 'wifi', 'door'] as const
export type CodeKind = (typeof codeKinds)[number]

/** The input for all kinds of code, kept when switching between them. */
export type CodeInputs = {
  readonly kind: CodeKind
  readonly text: string
  readonly droneId: string
  readonly wifi: WifiNetwork
  readonly door: { readonly host: string; readonly port: number; readonly tls: boolean }
}

/**
 * The content to encode, with its label. `text` is null while something is missing; `mistake` is
 * the key of an error message.
 */
export type CodeContent = {
  readonly text: string | null
  readonly label: string
  readonly mistake: string | null
}

/** MQTT's registered ports, without and with TLS. */
const plainPort = 1883
const tlsPort = 8883

export const emptyInputs = (host: string): CodeInputs => ({
  kind: 'text',
  text: '',
  droneId: '',
  wifi: { name: '', password: '', security: 'WPA', hidden: false },
  door: { host, port: plainPort, tls: false },
})

/** The default port follows the TLS setting; a custom port is kept. */
export const withTls = (door: CodeInputs['door'], tls: boolean): CodeInputs['door'] => {
  const usual = door.tls ? tlsPort : plainPort
  return { ...door, tls, port: door.port === usual ? (tls ? tlsPort : plainPort) : door.port }
}

export const defaultPort = plainPort

export const droneIdMistake = (droneId: string): string | null => {
  const id = droneId.trim()
  return id !== '' && !isDroneId(id) ? 'tools:droneIdWrong' : null
}

export const hostMistake = (host: string): string | null => {
  const name = host.trim()
  return name !== '' && !isHost(name) ? 'tools:doorHostWrong' : null
}

const wifiContent = (wifi: WifiNetwork): CodeContent => {
  const isShort = wifi.security === 'WPA' && wifi.password !== '' && wifi.password.length < 8
  const hasPassword = wifi.security === 'nopass' || (wifi.password !== '' && !isShort)
  return {
    text: wifi.name !== '' && hasPassword ? wifiText(wifi) : null,
    label: wifi.name,
    mistake: isShort ? 'tools:wifiShort' : null,
  }
}

const doorContent = ({ door, droneId }: CodeInputs): CodeContent => {
  const id = droneId.trim()
  const host = door.host.trim()
  const mistake = hostMistake(host) ?? droneIdMistake(id)
  const isWhole = host !== '' && id !== '' && mistake === null
  return {
    text: isWhole ? deviceDoorText({ ...door, host, droneId: id }) : null,
    label: id,
    mistake,
  }
}

export const readContent = (inputs: CodeInputs): CodeContent => {
  switch (inputs.kind) {
    case 'text':
      return { text: inputs.text || null, label: '', mistake: null }
    case 'drone': {
      const id = inputs.droneId.trim()
      const mistake = droneIdMistake(id)
      return { text: id && mistake === null ? id : null, label: id, mistake }
    }
    case 'wifi':
      return wifiContent(inputs.wifi)
    case 'door':
      return doorContent(inputs)
  }
}
