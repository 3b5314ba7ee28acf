// Usual browsers and addresses of people, and the limits of an address that follow from them.
import { addressKey } from '../http/address-key.ts'
import { day, type Count, type Counters } from './counters.ts'
import { deviceKey, newDevice, type Place } from './device-cookie.ts'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'

const deviceDays = 400
const addressDays = 30
/** For every this many people who have signed in from an address, its limit grows by one budget. */
const peopleABudget = 3
const budgetsAtMost = 20

export type UsualPlaces = {
  isDevice: (device: string) => Promise<boolean>
  isDeviceOf: (who: string, { device }: Place) => Promise<boolean>
  isAddressOf: (who: string, { ip }: Place) => Promise<boolean>
  /** The limit of an address, by the number of people known to share it. */
  countFor: (by: RateLimiterAbstract, atMost: number, ip: string) => Promise<Count>
  /** @returns the browser's cookie from now on */
  remember: (who: string, place: Place) => Promise<string>
}

/** The counter of an address allows the largest budget; `countFor` applies the actual limit. */
export const roomFor = (atMost: number): number => atMost * budgetsAtMost

export const createUsualPlaces = (counted: Counters): UsualPlaces => {
  const devices = counted('device', 1, deviceDays * day)
  const knownDevices = counted('sign-in-device-known', 1, deviceDays * day)
  const knownAddresses = counted('sign-in-known', 1, addressDays * day)
  const people = counted('sign-in-people', 1_000_000, addressDays * day)
  const has = async (by: RateLimiterAbstract, key: string): Promise<boolean> =>
    (await by.get(key)) !== null
  const isDevice: UsualPlaces['isDevice'] = (device) => has(devices, deviceKey(device))

  return {
    isDevice,
    isDeviceOf: async (who, { device }) =>
      device !== null && has(knownDevices, `${who}:${deviceKey(device)}`),
    isAddressOf: (who, { ip }) => has(knownAddresses, `${who}:${addressKey(ip)}`),
    countFor: async (by, atMost, ip) => {
      const key = addressKey(ip)
      const known = (await people.get(key))?.consumedPoints ?? 0
      const budgets = Math.min(budgetsAtMost, 1 + Math.floor(known / peopleABudget))
      return { by, key, atMost: atMost * budgets }
    },
    remember: async (who, { ip, device: shown }) => {
      const from = addressKey(ip)
      if (!(await has(knownAddresses, `${who}:${from}`))) await people.consume(from)
      await knownAddresses.set(`${who}:${from}`, 1, addressDays * day)
      // A cookie that was never used for a sign-in may have been set by someone else.
      const device = shown !== null && (await isDevice(shown)) ? shown : newDevice()
      await devices.set(deviceKey(device), 1, deviceDays * day)
      await knownDevices.set(`${who}:${deviceKey(device)}`, 1, deviceDays * day)
      return device
    },
  }
}
