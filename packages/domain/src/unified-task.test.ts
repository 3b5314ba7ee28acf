import { describe, expect, test } from 'vitest'
import { chooseTask, forecastEnd, type FlightForTask, type TaskForFlight } from './unified-task.ts'

const substance = (id: string) => ({ id, names: [id] })
const flight: FlightForTask = { regionCode: '156330106', cropId: 'rice', chemical: 'Tricyclazole' }
const task = (taskId: number, given: Partial<TaskForFlight> = {}): TaskForFlight => ({
  taskId,
  regionCode: '156330100',
  ground: 'region',
  isOnPlots: false,
  isInDroneDays: true,
  cropId: 'rice',
  chemicals: [],
  isClosed: false,
  wasCounted: false,
  ...given,
})

describe('the task of a flight', () => {
  test('a matching task counts it; each other one has a reason', () => {
    const tasks = [
      task(1, { isInDroneDays: false }),
      task(2, { regionCode: '156340000' }),
      task(3, { ground: 'plots' }),
      task(4, { cropId: 'wheat' }),
      task(5, { chemicals: [substance('imidacloprid')] }),
      task(6),
    ]
    const found = chooseTask(flight, tasks)
    expect(found.taskId).toBe(6)
    expect(Object.fromEntries(found.leftOut.map(({ taskId, why }) => [taskId, why]))).toEqual({
      1: 'days',
      2: 'region',
      3: 'plots',
      4: 'crop',
      5: 'chemical',
    })
  })

  test('unknown properties of a flight exclude it from nothing', () => {
    const unknown = { ...flight, cropId: null, chemical: null }
    expect(chooseTask(unknown, [task(1, { chemicals: [substance('abamectin')] })]).taskId).toBe(1)
  })

  test('of several the most specific one, then the oldest, in any order', () => {
    const tasks = [
      task(1),
      task(2, { regionCode: '156330106' }),
      task(3, { ground: 'plots', isOnPlots: true }),
      task(4, { ground: 'plots', isOnPlots: true }),
    ]
    for (const order of [tasks, tasks.toReversed()])
      expect(chooseTask(flight, order)).toEqual({
        taskId: 3,
        leftOut: [
          { taskId: 4, why: 'other_task' },
          { taskId: 2, why: 'other_task' },
          { taskId: 1, why: 'other_task' },
        ],
      })
    expect(chooseTask(flight, tasks.slice(0, 2)).taskId).toBe(2)
  })

  test('a closed task keeps its flights and accepts no more', () => {
    expect(chooseTask(flight, [task(1, { isClosed: true })])).toEqual({
      taskId: null,
      leftOut: [{ taskId: 1, why: 'closed' }],
    })
    const kept = task(1, { isClosed: true, wasCounted: true, cropId: 'wheat' })
    expect(chooseTask(flight, [kept, task(2, { regionCode: '156330106' })])).toEqual({
      taskId: 1,
      leftOut: [{ taskId: 2, why: 'other_task' }],
    })
  })

  test('a chemical of the task may be one of a mix', () => {
    const mixed = { ...flight, chemical: 'abamectin+Tricyclazole' }
    expect(chooseTask(mixed, [task(1, { chemicals: [substance('tricyclazole')] })]).taskId).toBe(1)
  })

  test('an own product of an account is found by its name', () => {
    const own = { id: '0199-own', names: ['Tebuconazole 43% SC', '戊唑醇43%悬浮剂'] }
    for (const chemical of ['tebuconazole 43% sc', '戊唑醇43%悬浮剂'])
      expect(chooseTask({ ...flight, chemical }, [task(1, { chemicals: [own] })]).taskId).toBe(1)
  })
})

describe('when a task will be done', () => {
  const days = [
    { day: '2026-06-01', coveredM2: 400 },
    { day: '2026-06-02', coveredM2: 1_000 },
    { day: '2026-06-03', coveredM2: 0 },
    { day: '2026-06-04', coveredM2: 1_000 },
    { day: '2026-06-05', coveredM2: 1_000 },
    { day: '2026-06-06', coveredM2: 100 },
  ]
  const ask = (given: Partial<Parameters<typeof forecastEnd>[0]>) =>
    forecastEnd({ days, coveredM2: 3_500, targetM2: 6_400, today: '2026-06-06', ...given })

  test('at the pace of the last three days that are over', () => {
    expect(ask({})).toEqual({ endDay: '2026-06-09', paceM2: 1_000 })
  })

  test('ground flown twice makes it slower', () => {
    expect(ask({ coveredM2: 1_750, targetM2: 4_250 })).toEqual({
      endDay: '2026-06-11',
      paceM2: 500,
    })
  })

  test('on the first day from the work done so far', () => {
    const first = ask({ days: [days[0]!], coveredM2: 400, targetM2: 1_200, today: '2026-06-01' })
    expect(first?.endDay).toBe('2026-06-03')
  })

  test('without a target, before the first flight and once it is reached there is no estimate', () => {
    expect(ask({ targetM2: null })).toBeNull()
    expect(ask({ days: [], coveredM2: 0 })).toBeNull()
    expect(ask({ targetM2: 3_500 })).toBeNull()
  })
})
