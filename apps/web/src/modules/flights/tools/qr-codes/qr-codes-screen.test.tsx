import { watchDownloads } from '../../../../testing-console.ts'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showTool } from '../testing-show.tsx'
import { deviceDoorText, isDroneId, isHost, wifiText } from './code-texts.ts'
import { QrCodesScreen } from './qr-codes-screen.tsx'

const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const kind = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

describe('contents of codes', () => {
  test('Wi-Fi in ZXing’s format, with special characters escaped', () => {
    // zxing wiki, Barcode Contents: WIFI:T:WPA;S:mynetwork;P:mypass;; and \ ; , " : escaped.
    expect(
      wifiText({ name: 'mynetwork', password: 'mypass', security: 'WPA', hidden: false }),
    ).toBe('WIFI:T:WPA;S:mynetwork;P:mypass;;')
    expect(
      wifiText({ name: 'a;b"c', password: String.raw`x\y:z`, security: 'WPA', hidden: true }),
    ).toBe(String.raw`WIFI:T:WPA;S:a\;b\"c;P:x\\y\:z;H:true;;`)
    expect(
      wifiText({ name: 'open', password: 'left over', security: 'nopass', hidden: false }),
    ).toBe('WIFI:T:nopass;S:open;;')
  })
  test('a connection has an address and a name, never a password', () => {
    expect(deviceDoorText({ host: 'field.example', port: 8883, tls: true, droneId: 'CN-01' })).toBe(
      'mqtts://CN-01@field.example:8883?clientId=CN-01',
    )
    expect(deviceDoorText({ host: '2001:db8::1', port: 1883, tls: false, droneId: 'D_1' })).toBe(
      'mqtt://D_1@[2001:db8::1]:1883?clientId=D_1',
    )
    expect(
      new URL(deviceDoorText({ host: 'h', port: 1, tls: false, droneId: 'abc' })).password,
    ).toBe('')
    expect([
      isHost('field.example'),
      isHost('10.0.0.1'),
      isHost('::1'),
      isHost('mqtt://x'),
      isHost('a b'),
      isHost('x:1883'),
    ]).toEqual([true, true, true, false, false, false])
    expect([isDroneId('abc'), isDroneId('ab'), isDroneId('-ab'), isDroneId('a b c')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('the QR maker', () => {
  test('draws a text, reports when it is too long, and only exports valid contents', () => {
    showTool(<QrCodesScreen />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save PNG' }).disabled).toBe(true)
    fill('Text or link', 'https://swath.example/d/1')
    expect(screen.getByRole('img', { name: 'QR code: https://swath.example/d/1' })).toBeTruthy()
    fill('Text or link', 'x'.repeat(2_400))
    expect(screen.getByRole('alert').textContent).toBe(
      'Too long for a QR code. Shorten the text, or lower the error correction.',
    )
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  })
  test('a drone code is labelled with its number until someone enters another label', () => {
    showTool(<QrCodesScreen />)
    kind('Drone label')
    fill('Serial number of the drone', 'CN-01')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Caption' }).value).toBe('CN-01')
    fill('Caption', 'North field')
    fill('Serial number of the drone', 'CN-02')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Caption' }).value).toBe(
      'North field',
    )
    expect(screen.getByRole('img', { name: 'QR code: CN-02' })).toBeTruthy()
    fill('Serial number of the drone', 'no good!')
    expect(screen.getByRole('alert').textContent).toContain('A serial number has 3 to 32 letters')
  })
  test('a short Wi-Fi password is refused, an open network needs none', async () => {
    showTool(<QrCodesScreen />)
    kind('Wi-Fi')
    fill('Network name', 'Barn')
    fill('Password', '1234567')
    expect(screen.getByRole('alert').textContent).toBe('A WPA password has at least 8 characters.')
    fill('Password', '12345678')
    expect(
      screen.getByRole('img', { name: 'QR code: WIFI:T:WPA;S:Barn;P:12345678;;' }),
    ).toBeTruthy()
  })
  test('a connection shows its text, and is exported as SVG', () => {
    const saved = watchDownloads()
    showTool(<QrCodesScreen />)
    kind('Connection')
    fill('Serial number of the drone', 'CN-01')
    fill('MQTT host', 'field.example')
    expect(screen.getByText('mqtt://CN-01@field.example:1883?clientId=CN-01')).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Encrypted (TLS)' }))
    expect(screen.getByText('mqtts://CN-01@field.example:8883?clientId=CN-01')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save SVG' }))
    expect(saved[0]!.content.type).toBe('image/svg+xml')
  })
})
