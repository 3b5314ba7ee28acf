// Every file that is generated from others, and how.
import type { Tree } from '../check/tree.ts'
import { writeDecisionsIndex } from './decisions-index.ts'
import { writeEnvExample } from './env-example.ts'
import { writeThirdParty } from './third-party.ts'

export const generated = (tree: Tree): Readonly<Record<string, string>> => ({
  '.env.example': writeEnvExample(),
  'THIRD_PARTY.md': writeThirdParty(tree.get('package-lock.json')!.text),
  'docs/decisions/README.md': writeDecisionsIndex(tree),
})
