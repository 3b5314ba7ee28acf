// All kinds of faults.
import type { Fault } from './fault.ts'
import { bitFlip } from './kinds/bit-flip.ts'
import { clockJump } from './kinds/clock-jump.ts'
import { diskFull, slowDisk } from './kinds/disk.ts'
import { killProgram, killServer } from './kinds/kill.ts'
import { outsideAway } from './kinds/outside-away.ts'
import { cutConnections, partition } from './kinds/partition.ts'
import { pause } from './kinds/pause.ts'
import { powerLoss } from './kinds/power-loss.ts'

export const faultKinds: readonly Fault[] = [
  killProgram,
  killServer,
  pause,
  partition,
  cutConnections,
  clockJump,
  powerLoss,
  bitFlip,
  diskFull,
  slowDisk,
  ...outsideAway,
]
