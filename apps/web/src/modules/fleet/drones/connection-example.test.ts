// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { connectionExample } from './connection-example.ts'

const credential = {
  username: 'SW-10001',
  password: '-a_$(id)\'"b',
  mqttHost: 'drones.example.org',
  mqttPort: 1883,
  previousValidUntil: null,
}

describe('the commands for a first flight', () => {
  test('a shell passes the secret and the three messages on unchanged', () => {
    const shell = `mosquitto_pub() { printf '%s\\t' "$@"; printf '\\n'; }\n${connectionExample(credential)}`
    const calls = execFileSync('sh', ['-c', shell], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 16))
    expect(calls).toHaveLength(3)
    for (const call of calls) {
      expect(call.slice(0, 12)).toEqual([
        '-h',
        'drones.example.org',
        '-p',
        '1883',
        '-q',
        '1',
        '-i',
        'SW-10001',
        '-u',
        'SW-10001',
        '-P',
        credential.password,
      ])
    }
    expect(calls.map((call) => call[13])).toEqual([
      'v1/d/SW-10001/event',
      'v1/d/SW-10001/track',
      'v1/d/SW-10001/event',
    ])
    const [takeoff, track, landing] = calls.map((call) => JSON.parse(call[15]!))
    expect(takeoff).toMatchObject({ v: 1, type: 'takeoff' })
    expect(landing.t - takeoff.t).toBe(22_000)
    expect(track.pts.map((one: { t: number }) => landing.t - one.t)).toEqual([
      21_000, 11_000, 1_000,
    ])
    expect(Math.abs(Date.now() - landing.t)).toBeLessThan(5_000)
  })
})
