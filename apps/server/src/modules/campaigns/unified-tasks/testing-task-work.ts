// The task with work in the world of the sweep, and the tasks that are not foreign to a person in
// statistics.
import type { Strangers } from '../../../sweep/testing-cases.ts'
import { visibleDrones } from '../../../sweep/testing-oracle.ts'
import type { DroneName } from '../../../sweep/testing-world.ts'

export const taskIds = { county: 7001, elsewhere: 7002, offered: 7003, hidden: 7004 } as const

/** The only flight that counts for a task. */
export const taskWork: { task: keyof typeof taskIds; drone: DroneName } = {
  task: 'county',
  drone: 'teams',
}

/**
 * Statistics split work by task number even for makers, who cannot see tasks. Foreign tasks are
 * those in which none of the person's drones worked.
 */
export const tasksOfNoOwnWork: Strangers = ({ person }) =>
  Object.values(taskIds)
    .filter(
      (id) => id !== taskIds[taskWork.task] || !visibleDrones[person].includes(taskWork.drone),
    )
    .map(String)
