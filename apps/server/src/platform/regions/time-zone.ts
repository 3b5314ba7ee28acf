import { findRegion } from '@swath/fixtures/regions'

/**
 * For countries with several time zones: that of most of their fields, otherwise of most of their
 * people. China has one by law.
 */
const chosen: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Winnipeg',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/Chicago',
  UZ: 'Asia/Tashkent',
}

/**
 * Time zones of a country by its two-letter code; TypeScript's library does not declare the
 * function yet.
 */
const listZones = (country: string): readonly string[] | undefined =>
  (
    new Intl.Locale(`und-${country}`) as Intl.Locale & {
      getTimeZones?: () => readonly string[] | undefined
    }
  ).getTimeZones?.()

/** The IANA time zone of a region, by its country. */
export const findTimeZone = (regionCode: string): string => {
  const country = findRegion(`${regionCode.slice(0, 3)}000000`)?.isoCode
  return country ? (chosen[country] ?? listZones(country)?.[0] ?? 'Etc/UTC') : 'Etc/UTC'
}
