// A machine, or all of them, lose power: what was not synced to disk is lost.
import { nothing, pick, type Fault } from '../fault.ts'

export const powerLoss: Fault = {
  name: 'power failure',
  setups: ['embedded', 'cluster'],
  weight: 2,
  seconds: [0, 0.1],
  apply: async ({ mayLosePower: machines, victims }, random) => {
    const failed = random() < 0.5 ? machines : [pick(machines, random)]
    victims.push(...failed.map((machine) => `machine ${machines.indexOf(machine) + 1}`))
    for (const machine of failed) await machine.losePower()
    return nothing
  },
}
