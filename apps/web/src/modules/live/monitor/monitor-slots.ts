import type { CommandSituation } from '@swath/domain/command'
import { defineSlot } from '../../../lib/slots.tsx'

/** The foot of a drone's card, before its links. */
export const droneCardFoot = defineSlot<{
  droneId: string
  droneName: string
  flight: CommandSituation['flight']
}>()
