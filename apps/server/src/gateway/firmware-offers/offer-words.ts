// Messages from drones about firmware offers.
import { z } from 'zod'
import { offerWords } from '@swath/domain/firmware-rollout'

const OfferWord = z.object({
  v: z.literal(1).optional(),
  type: z.enum(offerWords),
  offer: z.uuid(),
  bytes: z.int().min(0).default(0),
  reason: z.string().max(200).optional(),
})
export type OfferMessage = z.infer<typeof OfferWord>

const wordBytes = 4 * 1024

/** Undefined if the payload is not a valid message. */
export const readOfferWord = (payload: Buffer): OfferMessage | undefined => {
  if (payload.length > wordBytes) return undefined
  try {
    return OfferWord.safeParse(JSON.parse(payload.toString())).data
  } catch {
    return undefined // not JSON: no message
  }
}
