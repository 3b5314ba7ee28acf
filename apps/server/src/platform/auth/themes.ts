import { join } from 'node:path'
import type { Services } from '../services.ts'
import { defaultThemeName, loadThemes, type ThemeFile } from './theme-files.ts'
import { findSubPlatformByHost } from './themes.queries.ts'

/** What a host serves. */
export type HostTheme = ThemeFile & {
  /** The sub-platform whose own host it is; only its people and those below it sign in there. */
  subPlatformId: string | null
  /** A look at a theme beside the demonstration (`thailand.localhost`): anyone signs in there. */
  preview: boolean
}

export type Themes = {
  of: (host: string) => Promise<HostTheme>
  names: readonly string[]
  /** Whether a theme names this host. */
  claims: (host: string) => boolean
}

const keptForMs = 5_000
/** A stranger may send any Host header: what is kept is bounded. */
const keptAtMost = 500

/** Themes by host name, which is in small letters and without a port. */
export const createThemes = (services: Pick<Services, 'db' | 'config' | 'clock'>): Themes => {
  const { db, config, clock } = services
  const themes = loadThemes(join(config.dataFolder, 'themes'))
  const fallback = themes.get(defaultThemeName)!
  const byHost = new Map([...themes.values()].flatMap((theme) => theme.hosts.map((host) => [host, theme] as const)))
  const kept = new Map<string, { theme: HostTheme; untilMs: number }>()

  const previewOf = (host: string): ThemeFile | undefined => {
    const [, name] = /^([a-z0-9-]+)\.localhost$/.exec(host) ?? []
    return name !== undefined && (config.demo || !config.production) ? themes.get(name) : undefined
  }

  const find = async (host: string): Promise<HostTheme> => {
    const named = byHost.get(host)
    if (named) return { ...named, subPlatformId: null, preview: false }
    const subPlatform = await findSubPlatformByHost(db, host)
    if (subPlatform) {
      const { id, name, logoUrl, parentTheme } = subPlatform
      const parent = themes.get(parentTheme) ?? fallback
      return { ...parent, productName: name, logo: logoUrl ?? parent.logo, subPlatformId: id, preview: false }
    }
    const preview = previewOf(host)
    return { ...preview ?? fallback, subPlatformId: null, preview: preview !== undefined }
  }

  return {
    names: [...themes.keys()],
    claims: (host) => byHost.has(host),
    of: async (host) => {
      const known = kept.get(host)
      if (known && known.untilMs > clock.now()) return known.theme
      const theme = await find(host)
      if (kept.size >= keptAtMost) kept.clear()
      kept.set(host, { theme, untilMs: clock.now() + keptForMs })
      return theme
    },
  }
}

/** An account's people sign in on the host of its sub-platform where that has one, else on hosts of its theme. */
export const maySignInOn = (theme: HostTheme, account: { theme: string; subPlatformId: string | null }): boolean =>
  theme.preview || (account.subPlatformId === null
    ? theme.subPlatformId === null && theme.name === account.theme
    : theme.subPlatformId === account.subPlatformId)
