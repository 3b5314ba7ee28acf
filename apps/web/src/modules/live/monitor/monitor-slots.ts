import type { CommandSituation } from '@swath/domain/command'
import { defineSlot } from '../../../lib/slots.tsx'

/** Extension point of a drone's card, above its links. */
export const droneCardFoot = defineSlot<{
  droneId: string
  droneName: string
  flight: CommandSituation['flight']
}>()

/** The rounds of spraying over a plot, on its card. */
export const plotCard = defineSlot<{ blockId: string }>()
