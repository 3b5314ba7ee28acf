// All screens. Modules add their lines here; menu, guard and router follow. The first line of a
// screen is its main path.
import type { Screen } from '@swath/domain/access/screens'
import type { ScreenLine } from '../lib/screen-line.ts'
import { screens as alarms } from '../modules/alarms/screens.ts'
import { screens as campaigns } from '../modules/campaigns/screens.ts'
import { screens as figures } from '../modules/figures/screens.ts'
import { screens as fleet } from '../modules/fleet/screens.ts'
import { screens as flights } from '../modules/flights/screens.ts'
import { screens as gear } from '../modules/gear/screens.ts'
import { screens as land } from '../modules/land/screens.ts'
import { screens as live } from '../modules/live/screens.ts'
import { screens as money } from '../modules/money/screens.ts'
import { screens as overview } from '../modules/overview/screens.ts'
import { screens as people } from '../modules/people/screens.ts'
import { screens as programs } from '../modules/programs/screens.ts'

export const screenLines: readonly ScreenLine[] = [
  ...overview,
  ...live,
  ...alarms,
  ...fleet,
  ...land,
  ...flights,
  ...gear,
  ...campaigns,
  ...figures,
  ...money,
  ...people,
  ...programs,
]

/** The path that the menu and redirects use for a screen: its first line without parameters. */
export const pathOfScreen = (screen: Screen): string | undefined =>
  screenLines.find((line) => line.screen === screen && !line.path.includes(':'))?.path
