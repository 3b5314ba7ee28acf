import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settableClock } from '../clock/clock.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import type { Services } from '../services.ts'
import { insertAccount, insertRegions } from './testing.queries.ts'
import { loadThemes } from './theme-files.ts'
import { createThemes, maySignInOn } from './themes.ts'

const database = await ownTestDatabase()
let folder: string
const clock = settableClock(1_800_000_000_000)
const themesFor = (config: { demo: boolean; production: boolean }) =>
  createThemes({
    db: database.db,
    clock,
    config: { ...config, dataFolder: folder } as Services['config'],
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swath-themes-'))
  await insertRegions(database.db)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

describe('the theme of a host', () => {
  test('is the one that names the host, and the default for addresses and unknown hosts', async () => {
    const themes = themesFor({ demo: false, production: true })
    expect(await themes.of('india.swath.example')).toMatchObject({
      name: 'india',
      defaultCountryCode: '+91',
      loginLayout: 'international',
    })
    for (const host of ['127.0.0.1', 'localhost', 'nobody.example'])
      expect((await themes.of(host)).name).toBe('default')
  })

  test('can be previewed in a demonstration, and not in production', async () => {
    const shown = await themesFor({ demo: true, production: false }).of('thailand.localhost')
    expect(shown).toMatchObject({ name: 'thailand', preview: true })
    const hidden = await themesFor({ demo: false, production: true }).of('thailand.localhost')
    expect(hidden).toMatchObject({ name: 'default', preview: false })
  })

  test("of a sub-platform is its parent's with its own name and logo", async () => {
    const parent = await insertAccount(database.db, { type: 'platform', theme: 'thailand' })
    const sub = await insertAccount(database.db, {
      type: 'platform',
      parent,
      tag: 'north',
      custom_domain: 'north.example',
      name: 'North',
      logo_url: '/north.png',
    })
    const theme = await themesFor({ demo: false, production: true }).of('north.example')
    expect(theme).toMatchObject({
      name: 'thailand',
      productName: 'North',
      logo: '/north.png',
      subPlatformId: sub.id,
      defaultCountryCode: '+66',
    })
  })

  test('is read again after a few seconds', async () => {
    const themes = themesFor({ demo: false, production: true })
    expect((await themes.of('late.example')).productName).toBe('Swath')
    await insertAccount(database.db, {
      type: 'platform',
      tag: 'late',
      custom_domain: 'late.example',
      name: 'Late',
    })
    expect((await themes.of('late.example')).productName).toBe('Swath')
    clock.advance(5_001)
    expect((await themes.of('late.example')).productName).toBe('Late')
  })
})

test('people sign in on hosts of their theme, and on their accounts’ own hosts up to the sub-platform’s', async () => {
  const theme = await themesFor({ demo: false, production: true }).of('korea.swath.example')
  const on = (brandId: string) => ({ ...theme, brandId })
  const [company, division, east, chief] = [
    { id: 'company', subPlatform: false },
    { id: 'division', subPlatform: false },
    { id: 'east', subPlatform: true },
    { id: 'chief', subPlatform: true },
  ]
  expect(maySignInOn(theme, { theme: 'korea', brands: [] })).toBe(true)
  expect(maySignInOn(theme, { theme: 'default', brands: [] })).toBe(false)
  // its own host, and the host where it registered
  expect(maySignInOn(theme, { theme: 'korea', brands: [company!] })).toBe(true)
  expect(maySignInOn(theme, { theme: 'korea', brands: [company!, east!] })).toBe(false)
  const person = { theme: 'korea', brands: [company!, division!, east!, chief!] }
  expect(
    ['company', 'division', 'east', 'chief', 'stranger'].filter((id) =>
      maySignInOn(on(id), person),
    ),
  ).toEqual(['company', 'division', 'east'])
  expect(maySignInOn({ ...theme, preview: true }, { theme: 'default', brands: [] })).toBe(true)
  expect(maySignInOn({ ...theme, closed: true }, { theme: 'korea', brands: [] })).toBe(false)
})

describe('theme files', () => {
  const write = (name: string, content: unknown) => {
    const own = mkdtempSync(join(tmpdir(), 'swath-theme-'))
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, name), typeof content === 'string' ? content : JSON.stringify(content))
    return own
  }
  const korea = loadThemes('/nowhere').get('korea')!

  test('six are built in', () => {
    expect([...loadThemes('/nowhere').keys()]).toEqual([
      'default',
      'international',
      'india',
      'taiwan',
      'thailand',
      'korea',
    ])
  })
  test('have the specified country codes: +86 first, +91 and a short list in India, +886 in Taiwan', () => {
    const shipped = loadThemes('/nowhere')
    const all = [
      '+86',
      '+66',
      '+91',
      '+82',
      '+81',
      '+55',
      '+84',
      '+598',
      '+60',
      '+90',
      '+95',
      '+886',
    ]
    for (const name of ['default', 'international'])
      expect(shipped.get(name)).toMatchObject({ defaultCountryCode: '+86', countryCodes: all })
    expect(shipped.get('india')).toMatchObject({ defaultCountryCode: '+91' })
    expect(shipped.get('india')!.countryCodes.length).toBeLessThan(all.length)
    expect(shipped.get('taiwan')).toMatchObject({ defaultCountryCode: '+886' })
    for (const { countryCodes } of shipped.values())
      expect(all).toEqual(expect.arrayContaining([...countryCodes]))
  })
  test('each have a map centre, China’s at zoom 3.5 by default; only the default host accepts numbers of 11 digits for sign-in', () => {
    const shipped = loadThemes('/nowhere')
    const inside = (
      name: string,
      [west, south, east, north]: readonly [number, number, number, number],
    ): void => {
      const [lng, lat] = shipped.get(name)!.map.center
      expect([lng > west, lat > south, lng < east, lat < north], name).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
    inside('default', [49.88, 18.19, 135.23, 67.33])
    inside('india', [68, 8, 98, 36])
    inside('korea', [125, 33, 131, 39])
    expect(shipped.get('default')!.map.zoom).toBe(3.5)
    expect(
      [...shipped.values()]
        .filter(({ loginLayout }) => loginLayout === 'china')
        .map(({ name }) => name),
    ).toEqual(['default'])
  })
  test('of the data folder replace built-in ones of the same name', () => {
    expect(
      loadThemes(write('korea.json', { ...korea, hosts: ['drone.example.kr'] })).get('korea')
        ?.hosts,
    ).toEqual(['drone.example.kr'])
  })
  test('are checked at the start, and all problems are reported', () => {
    expect(() => loadThemes(write('x.json', '{'))).toThrow(/x\.json cannot be read/)
    expect(() => loadThemes(write('x.json', { ...korea, crs: 'gcj02' }))).toThrow(/crs/)
    expect(() => loadThemes(write('x.json', { ...korea, defaultCountryCode: '+1' }))).toThrow(
      /one of countryCodes/,
    )
    expect(() => loadThemes(write('x.json', { ...korea, screensRemoved: ['nowhere'] }))).toThrow(
      /screensRemoved/,
    )
    expect(() => loadThemes(write('x.json', { ...korea, name: 'second' }))).toThrow(
      /both claim the host korea\.swath\.example/,
    )
  })
})
