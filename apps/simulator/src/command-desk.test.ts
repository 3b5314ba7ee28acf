import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Command } from '@swath/domain/command'
import {
  CommandDesk,
  emptyMemory,
  type Answer,
  type CommandMemory,
  type Obedience,
} from './command-desk.ts'
import { openMemories } from './command-memories.ts'

const open = (
  memory: CommandMemory = emptyMemory(),
  obey: (command: Command) => Obedience = () => 'done',
) => {
  const answers: Answer[] = []
  const done: string[] = []
  const states: boolean[] = []
  const desk = new CommandDesk({
    memory,
    save: () => undefined,
    now: () => 1_000,
    answer: (answer) => {
      answers.push(answer)
    },
    onState: (locked) => {
      states.push(locked)
    },
    obey: (command) => {
      done.push(command.type)
      return obey(command)
    },
  })
  const say = (n: number, type: string, until = 2_000): void =>
    desk.hear(Buffer.from(JSON.stringify({ v: 1, id: `id-${n}`, n, type, until })))
  return { desk, say, answers, done, states }
}

test('executes a command once and repeats its answer when it is received again', () => {
  const { say, answers, done } = open()
  say(1, 'hold')
  say(2, 'return')
  say(1, 'hold')
  say(2, 'return')
  expect(done).toEqual(['hold', 'return'])
  expect(answers.map(({ id, result }) => [id, result])).toEqual([
    ['id-1', 'done'],
    ['id-2', 'done'],
    ['id-1', 'done'],
    ['id-2', 'done'],
  ])
})

test('refuses a command that arrives too late, with the reason', () => {
  const { say, answers, done } = open()
  say(1, 'start', 999)
  expect([done, answers]).toEqual([
    [],
    [{ id: 'id-1', result: 'refused', reason: 'it came too late' }],
  ])
})

test('answers a lock once, when it is done, and not each time that it is repeated', () => {
  const { desk, say, answers, done } = open(emptyMemory(), (command) =>
    command.type === 'lock' ? 'later' : 'done',
  )
  say(1, 'lock')
  say(2, 'land')
  say(1, 'lock')
  expect(answers.map(({ id }) => id)).toEqual(['id-2'])
  desk.come('lock')
  desk.come('lock')
  expect(answers.map(({ id }) => id)).toEqual(['id-2', 'id-1'])
  expect(done).toEqual(['lock', 'land'])
})

test('after a restart in the middle of a command, does not execute it again', () => {
  const memory = emptyMemory()
  const first = open(memory, () => {
    throw new Error('the program dies here')
  })
  expect(() => first.say(1, 'start')).toThrow()
  const second = open(structuredClone(memory))
  second.say(1, 'start')
  expect([second.done, second.answers[0]?.result]).toEqual([[], 'refused'])
})

test('applies the lock state without answering', () => {
  const { desk, answers, states } = open()
  desk.hear(Buffer.from('{"v":1,"type":"state","locked":true}'))
  expect([states, answers]).toEqual([[true], []])
})

test('saved commands survive a restart of the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-memory-'))
  try {
    const path = join(folder, 'memory.json')
    openMemories(path).save('A', { commands: { n: 4, answers: {}, pending: [] }, route: null })
    expect(openMemories(path).of('A').commands.n).toBe(4)
    expect(openMemories(path).of('B').commands.n).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
