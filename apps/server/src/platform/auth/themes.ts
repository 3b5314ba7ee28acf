import { join } from 'node:path'
import type { Services } from '../services.ts'
import { defaultThemeName, loadThemes, type ThemeFile } from './theme-files.ts'
import { findBrandByHost } from './themes.queries.ts'

/** The theme and the accounts of a host. */
export type HostTheme = ThemeFile & {
  /** The account that owns the host; only its people and those below it sign in there. */
  brandId: string | null
  /** The sub-platform to which the host belongs, below which companies register. */
  subPlatformId: string | null
  /** The owner of the host is disabled or not approved, so no one can sign in there. */
  closed: boolean
  /** A preview of a theme in the demonstration (`thailand.localhost`), where anyone can sign in. */
  preview: boolean
}

export type Themes = {
  of: (host: string) => Promise<HostTheme>
  names: readonly string[]
  /** A theme by its name, or the default one: for messages sent without a request and its host. */
  named: (name: string) => ThemeFile
  /** Whether a theme names this host. */
  claims: (host: string) => boolean
}

const keptForMs = 5_000
/** Host headers can be arbitrary: the cache is bounded. */
const keptAtMost = 500

/** Themes by host name, in lower case and without a port. */
export const createThemes = (
  services: Pick<Services, 'db' | 'config' | 'clock'> & Partial<Pick<Services, 'events'>>,
): Themes => {
  const { db, config, clock, events } = services
  const themes = loadThemes(join(config.dataFolder, 'themes'))
  const fallback = themes.get(defaultThemeName)!
  const byHost = new Map(
    [...themes.values()].flatMap((theme) => theme.hosts.map((host) => [host, theme] as const)),
  )
  const kept = new Map<string, { theme: HostTheme; untilMs: number }>()
  /** Number of changes, so that data read before a change is not cached after it. */
  let changes = 0
  events?.on('hostsChanged', () => {
    changes++
    kept.clear()
  })

  const findPreviewTheme = (host: string): ThemeFile | undefined => {
    const [, name] = /^([a-z0-9-]+)\.localhost$/.exec(host) ?? []
    return name !== undefined && (config.demo || !config.production) ? themes.get(name) : undefined
  }

  const find = async (host: string): Promise<HostTheme> => {
    const named = byHost.get(host)
    const nobodys = { brandId: null, subPlatformId: null, closed: false, preview: false }
    if (named) return { ...nobodys, ...named }
    const brand = await findBrandByHost(db, host)
    if (brand && !brand.live) return { ...nobodys, ...fallback, closed: true }
    if (brand) {
      const theme = themes.get(brand.theme) ?? fallback
      return {
        ...nobodys,
        ...theme,
        productName: brand.name,
        logo: brand.logoUrl ?? theme.logo,
        brandId: brand.id,
        subPlatformId: brand.subPlatformId,
      }
    }
    const preview = findPreviewTheme(host)
    return { ...nobodys, ...(preview ?? fallback), preview: preview !== undefined }
  }

  return {
    names: [...themes.keys()],
    named: (name) => themes.get(name) ?? fallback,
    claims: (host) => byHost.has(host),
    of: async (host) => {
      const known = kept.get(host)
      if (known && known.untilMs > clock.now()) return known.theme
      const before = changes
      const theme = await find(host)
      if (changes !== before) return theme
      if (kept.size >= keptAtMost) kept.clear()
      kept.set(host, { theme, untilMs: clock.now() + keptForMs })
      return theme
    },
  }
}

/** Own hosts of an account and of those above it, the nearest first. */
export type Brands = readonly { id: string; subPlatform: boolean }[]

/**
 * An account's people sign in on its own host and on those above it, up to that of their
 * sub-platform; without a sub-platform also on hosts of their theme.
 */
export const maySignInOn = (
  theme: HostTheme,
  { theme: own, brands }: { theme: string; brands: Brands },
): boolean => {
  if (theme.preview) return true
  if (theme.closed) return false
  const end = brands.findIndex(({ subPlatform }) => subPlatform)
  if (theme.brandId === null) return end === -1 && theme.name === own
  return brands
    .slice(0, end === -1 ? brands.length : end + 1)
    .some(({ id }) => id === theme.brandId)
}
