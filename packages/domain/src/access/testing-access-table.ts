// Expected results for the tests of the access policy: the tables of the specification and of the
// product's description, as sentences that are parsed. It shares no code with the policy that it
// checks.
import type { CallerFacts, ThemeFacts } from './policy-facts.ts'

/** One line a screen, in the order of the description; `-`: the account type does not have it. */
const whoHasIt = `
screen                  | platform              | government         | manufacturer       | operator                 | farmer
monitor                 | always                | always             | always             | always                   | always
workbench               | theme has a workbench | theme has a workbench | theme has a workbench | theme has a workbench | -
stat-screen             | theme has it          | theme has it       | theme has it       | -                        | -
stat-overview           | always                | always             | always             | -                        | -
unified-task-list       | always                | always             | -                  | always                   | -
unified-task-drone-list | always                | always             | -                  | always                   | -
unified-task-chart      | always                | always             | -                  | always                   | -
subsidy-list            | always                | always             | -                  | always                   | -
rtk-list                | always                | -                  | always             | -                        | -
block-list              | always                | always             | always             | always                   | always
group-control           | always                | -                  | always             | always                   | -
flight-control          | sub-account right     | -                  | sub-account right  | sub-account right        | -
drone-list              | always                | always             | always             | always                   | -
drone-model-list        | always                | -                  | always             | -                        | -
tools                   | always                | -                  | always             | -                        | -
app-log                 | always                | -                  | always             | -                        | -
firmware-list           | always                | -                  | always             | -                        | -
ground-station-config   | always                | -                  | always             | always                   | -
accessory-white-list    | always                | -                  | vip level          | -                        | -
no-fly-zone-list        | always                | always             | -                  | -                        | -
account-list            | always                | always             | -                  | -                        | -
account-apply-list      | always                | always             | -                  | -                        | -
user-apply-list         | always                | always             | always             | always                   | -
sub-company-list        | sub-account right     | -                  | sub-account right  | sub-account right        | -
account-detail          | always                | always             | always             | always                   | always
system-log-list         | right to view logs    | right to view logs | right to view logs | right to view logs       | -
job-list                | runs the service and right to view logs | - | -                  | -                        | -
member-list             | always                | always             | always             | not personal             | -
order-list              | always                | -                  | always             | always                   | -
invoice-list            | always                | -                  | always             | always                   | -
team-list               | always                | -                  | always             | not personal             | -
bulletin-list           | always                | always             | always             | always                   | -
bulletin-create         | right to send         | right to send      | right to send      | -                        | -
data-stat-list          | always                | always             | always             | always                   | -
drone-statistics        | always                | always             | always             | always                   | -
lease-data-stat         | always                | -                  | lease account      | lease account            | -
client-list             | always                | -                  | lease account      | lease account            | -
client-chart            | always                | -                  | lease account      | lease account            | -
lease-list              | always                | -                  | lease account      | lease account            | -
bill-list               | always                | -                  | lease account      | lease account or tenant  | -
work-record             | always                | -                  | lease account      | lease account or tenant  | -
operator-data-stat      | always                | -                  | lease account      | lease account or tenant  | -
basic-price-list        | always                | -                  | lease account      | lease account            | -
`
const staff =
  'monitor workbench data-stat-list drone-statistics stat-screen stat-overview firmware-list'
const leaseManager =
  'lease-data-stat client-list client-chart lease-list bill-list work-record operator-data-stat basic-price-list'
/** Opened from another screen or from the header. */
const withoutEntry =
  'stat-screen unified-task-drone-list unified-task-chart drone-statistics client-chart'

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim())
const [head, ...lines] = whoHasIt.trim().split('\n').map(cells)
const table = lines.map(([screen, ...sentences]) => ({
  screen: screen!,
  sentence: Object.fromEntries(sentences.map((one, index) => [head![index + 1]!, one])),
}))
const words = (text: string): string[] => text.split(' ')
const sets = {
  staff: new Set(words(staff)),
  leaseManager: new Set(words(leaseManager)),
  withoutEntry: new Set(words(withoutEntry)),
}

const holds = (sentence: string, who: CallerFacts, theme: ThemeFacts): boolean => {
  if (sentence === 'always') return true
  if (sentence === '-') return false
  if (sentence === 'theme has a workbench') return theme.hasWorkbench
  if (sentence === 'theme has it') return theme.hasStatScreen
  if (sentence === 'sub-account right') return who.canCreateSub
  if (sentence === 'vip level') return who.vipLevel > 0
  if (sentence === 'right to view logs') return who.rights.includes('systemLog.view')
  if (sentence === 'runs the service and right to view logs')
    return who.tag === null && who.rights.includes('systemLog.view')
  if (sentence === 'right to send') return who.rights.includes('bulletin.send')
  if (sentence === 'not personal') return who.operatorType !== 'personal'
  if (sentence === 'lease account') return who.leaseAccount
  if (sentence === 'lease account or tenant') return who.leaseAccount || who.tenant
  throw new Error(`The table says something that nobody understands: ${sentence}`)
}

/** The screens of a person on a host, by the tables. */
export const expectedScreens = (who: CallerFacts, theme: ThemeFacts): string[] => {
  if (who.userType === 2) return []
  if (who.checkStatus !== 'passed') return ['account-detail']
  const screens: string[] = []
  for (const { screen, sentence } of table) {
    if (!holds(sentence[who.accountType]!, who, theme)) continue
    if (who.userType === 3 && !sets.staff.has(screen)) continue
    if (who.userType === 6 && !sets.leaseManager.has(screen)) continue
    if (
      who.accountType === 'platform' &&
      who.tag !== null &&
      who.accountScreens !== null &&
      !(who.accountScreens as readonly string[]).includes(screen)
    )
      continue
    if ((theme.screensRemoved as readonly string[]).includes(screen)) continue
    screens.push(screen)
  }
  return screens
}

/** Targets of `/`, unknown paths and a refused screen. */
export const expectedLanding = (
  who: CallerFacts,
  theme: ThemeFacts,
): Record<'first' | 'home' | 'refused', string | null> => {
  const screens = expectedScreens(who, theme)
  const orFirst = (wanted: string): string | null =>
    screens.includes(wanted)
      ? wanted
      : screens.includes('monitor')
        ? 'monitor'
        : (screens[0] ?? null)
  const home =
    who.userType === 6
      ? orFirst('lease-list')
      : who.accountType === 'platform'
        ? orFirst('stat-screen')
        : orFirst('monitor')
  const first = screens.includes('workbench') ? 'workbench' : home
  return {
    first,
    home,
    refused:
      who.accountType === 'platform' && who.tag !== null && screens.includes('monitor')
        ? 'monitor'
        : first,
  }
}

/** The screens that the side menu links. */
export const expectedEntries = (
  who: CallerFacts,
  theme: ThemeFacts,
  { language, hasManufacturers }: { language: string; hasManufacturers: boolean },
): string[] =>
  expectedScreens(who, theme).filter((screen) => {
    if (sets.withoutEntry.has(screen)) return false
    if (screen === 'stat-overview' && who.accountType === 'platform') return language === 'th'
    if (sets.leaseManager.has(screen) && !who.leaseAccount)
      return (
        (who.tenant && hasManufacturers) || (who.accountType === 'platform' && who.userType === 6)
      )
    return true
  })

export const screensWithoutEntry: ReadonlySet<string> = sets.withoutEntry
