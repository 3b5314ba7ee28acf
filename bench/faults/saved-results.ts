// The last results of campaigns, which `npm run proof -- --saved` writes down without running them
// again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CampaignResult } from './campaign.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/faults/', import.meta.url))

export type Saved = { at: string; result: CampaignResult }

/** @param name of the set-up, or of a planted bug */
export const saveResult = (name: string, result: CampaignResult): Saved => {
  const saved = { at: new Date().toISOString(), result }
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, JSON.stringify(saved))
  return saved
}

/** Undefined: it has not run. */
export const readResult = (name: string): Saved | undefined => {
  const path = `${folder}${name}.json`
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Saved) : undefined
}
