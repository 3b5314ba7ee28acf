// The cases of all features, found by file name.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Operation } from '@swath/contract/api'
import { idSlots, type IdSlot } from '@swath/contract/id-slots'
import type { IdKind } from '@swath/contract/ids'
import type { Route } from '@swath/contract/kit'
import type { FeatureSweep, Strangers, SweepCase } from './testing-cases.ts'

const folder = join(import.meta.dirname, '../modules')
export const features = await Promise.all(
  globSync('*/*/*.sweep.ts', { cwd: folder }).map(async (file) => {
    const module = (await import(join(folder, file))) as Record<string, FeatureSweep>
    return Object.values(module)[0]!
  }),
)

export const cases = Object.assign({}, ...features.map((feature) => feature.cases)) as Record<
  Operation,
  SweepCase
>
export const strangersByKind = Object.assign(
  {},
  ...features.map(({ strangers }) => strangers ?? {}),
) as Partial<Record<IdKind, Strangers>>

export const routes = Object.entries(api) as [Operation, Route][]
export const nameSlot = ({ part, path }: IdSlot): string => `${part}.${path.join('')}`
export const slots = routes.flatMap(([operation, route]) =>
  idSlots(route).map((slot) => ({ operation, slot, name: nameSlot(slot) })),
)
