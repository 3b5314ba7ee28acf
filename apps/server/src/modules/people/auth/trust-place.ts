import { keepDevice, readPlace } from '../../../platform/auth/device-cookie.ts'
import type { Person } from '../../../platform/auth/people.queries.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { RequestContext } from '../../../platform/http/context.ts'

/** From now on this is a usual place of the person, who has proved all factors that they have. */
export const trustPlace = async (
  { throttle }: { throttle: Throttle },
  { phone, email }: Person,
  context: RequestContext,
): Promise<void> => {
  let place = readPlace(context)
  for (const login of [phone, email])
    if (login !== null) place = { ...place, device: await throttle.trust(login, place) }
  if (place.device !== null) keepDevice(context, place.device)
}
