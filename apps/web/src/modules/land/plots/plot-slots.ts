import type { LngLat } from '@swath/domain/lng-lat'
import { defineSlot } from '../../../lib/slots.tsx'

/** Extension point of a plot's details, between its facts and its shares. */
export const plotDetail = defineSlot<{
  blockId: string
  name: string
  /** Parts of the plot, each an outline and its holes. */
  parts: readonly (readonly (readonly LngLat[])[])[]
}>()

/** The rounds of spraying over a plot, at the top of its details for farmers. */
export const plotRounds = defineSlot<{ blockId: string }>()
