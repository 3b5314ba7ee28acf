// A bulletin in the editor, and its errors according to the contract.
import { emptyBody } from '@swath/contract/alarms/bulletin-body'
import type {
  BulletinDetail,
  BulletinFile,
  BulletinText,
} from '@swath/contract/alarms/bulletin-rows'
import { BulletinInput } from '@swath/contract/alarms/bulletins'
import type { Language } from '@swath/i18n/languages'
import type { Body } from '../../../lib/use-change.ts'

export type Draft = {
  texts: readonly BulletinText[]
  targetAccountTypes: readonly (1 | 2)[]
  targetRegions: readonly string[]
  files: readonly BulletinFile[]
  isLater: boolean
  publishTime: string | null
}
export type Opr = Body<'addBulletin'>['opr']

export const newText = (language: Language): BulletinText => ({
  language,
  title: '',
  body: emptyBody,
})

export const beginDraft = (language: Language): Draft => ({
  texts: [newText(language)],
  targetAccountTypes: [],
  targetRegions: [],
  files: [],
  isLater: false,
  publishTime: null,
})

export const toDraft = (bulletin: BulletinDetail): Draft => ({
  texts: bulletin.texts,
  targetAccountTypes: bulletin.targetAccountTypes,
  targetRegions: bulletin.targetRegions.map(({ code }) => code),
  files: bulletin.files,
  isLater: bulletin.publishTime !== null,
  publishTime: bulletin.publishTime,
})

export const toInput = (draft: Draft, opr: Opr): Body<'addBulletin'> => ({
  texts: [...draft.texts],
  targetAccountTypes: [...draft.targetAccountTypes],
  targetRegions: [...draft.targetRegions],
  fileIds: draft.files.map(({ fileId }) => fileId),
  publishTime: draft.isLater ? draft.publishTime : null,
  opr,
})

/** Errors by path, such as `texts.0.title`. */
export type Mistakes = Readonly<Record<string, string>>

export const findMistakes = (draft: Draft, opr: Opr): Mistakes => {
  const { error } = BulletinInput.safeParse(toInput(draft, opr))
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.slice(0, 3).join('.'), message]),
  )
}

export const replaceText = (
  draft: Draft,
  language: Language,
  given: Partial<BulletinText>,
): Draft => ({
  ...draft,
  texts: draft.texts.map((text) => (text.language === language ? { ...text, ...given } : text)),
})
