// The own host that a company may choose when it registers: a label below the domain of the host on
// which it registers.
import { isIP } from 'node:net'

/** Names that could be mistaken for the service, or that a later version may need. */
const reservedLabels: ReadonlySet<string> = new Set([
  'www',
  'api',
  'admin',
  'administrator',
  'root',
  'app',
  'apps',
  'console',
  'login',
  'signin',
  'account',
  'accounts',
  'auth',
  'sso',
  'oauth',
  'id',
  'secure',
  'security',
  'mail',
  'smtp',
  'imap',
  'pop',
  'mx',
  'ns1',
  'ns2',
  'dns',
  'ftp',
  'vpn',
  'mqtt',
  'mqtts',
  'device',
  'devices',
  'gateway',
  'live',
  'files',
  'file',
  'upload',
  'static',
  'assets',
  'cdn',
  'map',
  'maps',
  'tiles',
  'docs',
  'help',
  'support',
  'status',
  'blog',
  'news',
  'shop',
  'pay',
  'billing',
  'test',
  'staging',
  'dev',
  'demo',
  'localhost',
  'local',
  'internal',
  'swath',
  'platform',
  'system',
  'official',
  'gov',
  'government',
  'abuse',
  'postmaster',
  'hostmaster',
  'webmaster',
  'autoconfig',
  'autodiscover',
  'wpad',
  'metrics',
  'health',
])

/** Punycode would be displayed as other letters. */
const isReserved = (label: string): boolean => reservedLabels.has(label) || label.startsWith('xn--')

/** The full host name for a label, or null if the label is not available. */
export const toOwnHost = (
  label: string,
  host: string,
  themeNames: readonly string[],
): string | null => {
  if (isReserved(label) || themeNames.includes(label)) return null
  const parts = host.split('.')
  if (isIP(host.replace(/^\[|\]$/g, '')) > 0 || parts.at(-1) === 'localhost')
    return `${label}.localhost`
  return `${label}.${parts.length >= 3 ? parts.slice(1).join('.') : host}`
}
