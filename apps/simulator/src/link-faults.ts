// Effects of a bad radio or a second device on the messages of one flight.
import type { LinkFault } from './fault-plan.ts'
import type { Random } from './random.ts'
import type { SortieSettings, Transmission } from './sortie-settings.ts'

/** Another drone that sends under the same id, 3 km away. */
const sendFromSecondDevice = (
  { startMs, flight, boot }: SortieSettings,
  count: number,
): Transmission[] => {
  const middle = flight.legs[Math.floor(flight.legs.length / 2)]!
  const place = flight.frame.toLngLat(middle.from[0] + 3000, middle.from[1])
  const others: Transmission[] = []
  for (let i = 0; i < count; i++) {
    const t = startMs + 60_000 + i * 1000
    const point = {
      t,
      lng: place[0] + i * 1e-6,
      lat: place[1],
      height: 3,
      speed: 0.1,
      heading: 0,
      flow: 0,
      pump: false,
      width: 5,
      fix: 3,
    }
    others.push({
      atMs: t,
      topic: 'track',
      message: { v: 1, boot: `${boot}x`, seq: i, pts: [point] },
    })
  }
  return others
}

const sendMalformed = (startMs: number, count: number): Transmission[] => {
  const broken = [
    '{"v":1,"pts":[{"t":',
    'null',
    '[]',
    '\u0000\u0001\u0002',
    '{"v":1,"boot":"x","pts":"none"}',
  ]
  return Array.from({ length: count }, (_, i): Transmission => ({
    atMs: startMs + 10_000 + i * 997,
    topic: 'track',
    message: broken[i % broken.length]!,
  }))
}

export function withLinkFault(
  sent: readonly Transmission[],
  fault: LinkFault,
  settings: SortieSettings,
  random: Random,
  inject: (reason: string, count: number) => void,
): Transmission[] {
  const { startMs, flight } = settings
  switch (fault.kind) {
    case 'radio_hole': {
      const fromMs = startMs + fault.fromS * 1000
      const untilMs = fromMs + fault.durationS * 1000
      return sent.map((one, i) =>
        one.atMs >= fromMs && one.atMs < untilMs ? { ...one, atMs: untilMs + i * 5 } : one,
      )
    }
    case 'offline_upload': {
      const uploadMs = startMs + (flight.durationS + fault.delayS) * 1000
      return sent.map((one, i) => ({ ...one, atMs: uploadMs + i * 10 }))
    }
    case 'duplicates':
      return [
        ...sent,
        ...sent
          .filter(() => random.chance(fault.share))
          .map((one) => ({ ...one, atMs: one.atMs + random.between(500, 8000) })),
      ]
    case 'out_of_order':
      return sent.map((one) =>
        random.chance(fault.share) ? { ...one, atMs: one.atMs + random.between(1500, 6000) } : one,
      )
    case 'second_device':
      inject('second_device', fault.count)
      return [...sent, ...sendFromSecondDevice(settings, fault.count)]
    case 'flood': {
      const victim = sent[Math.floor(sent.length / 2)]!
      return [
        ...sent,
        ...Array.from({ length: fault.messages }, (_, i) => ({ ...victim, atMs: victim.atMs + i })),
      ]
    }
    case 'malformed':
      inject('malformed', fault.count)
      return [...sent, ...sendMalformed(startMs, fault.count)]
    case 'oversized':
      inject('oversized', 1)
      return [
        ...sent,
        {
          atMs: startMs + 15_000,
          topic: 'track',
          message: `{"v":1,"pts":[${' '.repeat(fault.bytes)}]}`,
        },
      ]
    default:
      return [...sent]
  }
}
