import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Theme } from '@swath/contract/people/auth'
import { RegionCode } from '@swath/contract/fields'
import { shippedThemes } from '@swath/fixtures/themes'
import { StartFailure } from '../config/start-failure.ts'

const hostName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name in small letters, without a port')

export const ThemeFile = Theme.omit({
  mapStyleUrl: true,
  mapRasterUrl: true,
  mapRasterCredits: true,
  mapWeatherUrl: true,
  mapWeatherCredits: true,
  mapArchives: true,
  demonstration: true,
})
  .extend({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    hosts: z.array(hostName),
    defaultCountryCode: z.string().regex(/^\+\d{1,4}$/),
    countryCodes: z.array(z.string().regex(/^\+\d{1,4}$/)).min(1),
    governingRegion: RegionCode.nullable().describe('The country that the host serves; null: any'),
  })
  .strict()
  .refine((theme) => theme.countryCodes.includes(theme.defaultCountryCode), {
    path: ['defaultCountryCode'],
    message: 'must be one of countryCodes',
  })
  .refine((theme) => theme.languages.length > 0, {
    path: ['languages'],
    message: 'must name a language',
  })
export type ThemeFile = z.infer<typeof ThemeFile>

/** Used for every host that no theme names, including addresses such as 127.0.0.1. */
export const defaultThemeName = 'default'

const readFolder = (folder: string): [string, unknown][] => {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // there is no themes folder
    throw error
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const path = join(folder, name)
      try {
        return [path, JSON.parse(readFileSync(path, 'utf8'))]
      } catch (error) {
        throw new StartFailure(`The theme ${path} cannot be read: ${(error as Error).message}`)
      }
    })
}

/**
 * The built-in themes and those of the folder, by name; a file of the folder replaces the built-in
 * one of the same name.
 * @throws StartFailure with every problem of the first invalid file, or if two themes name the same
 * host
 */
export const loadThemes = (folder: string): ReadonlyMap<string, ThemeFile> => {
  const sources: [string, unknown][] = [
    ...shippedThemes.map((file): [string, unknown] => ['(shipped)', file]),
    ...readFolder(folder),
  ]
  const themes = new Map<string, ThemeFile>()
  for (const [path, file] of sources) {
    const parsed = ThemeFile.safeParse(file)
    if (!parsed.success)
      throw new StartFailure(`The theme ${path} is not right:\n${z.prettifyError(parsed.error)}`)
    themes.set(parsed.data.name, parsed.data)
  }
  const owners = new Map<string, string>()
  for (const { name, hosts } of themes.values()) {
    for (const host of hosts) {
      if (owners.has(host))
        throw new StartFailure(
          `The themes "${owners.get(host)}" and "${name}" both claim the host ${host}.`,
        )
      owners.set(host, name)
    }
  }
  return themes
}
