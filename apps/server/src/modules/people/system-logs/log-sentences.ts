// The text of a log row: the action's text with the name of its object.
import { languages, type Language } from '@swath/i18n/languages'
import { readFeatureTexts } from '../../../platform/http/feature-texts.ts'

type Texts = {
  action: Readonly<Record<string, Readonly<Record<string, string>>>>
  reason: Readonly<Record<string, string>>
}

const load = (language: Language): Texts => {
  const all = readFeatureTexts(language)
  return {
    action: Object.assign({}, ...[...all.values()].map(({ logged }) => logged)) as Texts['action'],
    reason: (all.get('system-logs') as Pick<Texts, 'reason'>).reason,
  }
}
const texts = Object.fromEntries(languages.map((language) => [language, load(language)])) as Record<
  Language,
  Texts
>

const findSentence = (action: string, language: Language): string | undefined => {
  const [kind, verb] = action.split('.')
  return texts[language].action[kind ?? '']?.[verb ?? '']
}

type LoggedAction = {
  action: string
  object_name: string | null
  object_id: string | null
  details: Readonly<Record<string, unknown>>
}

/** An action without a text in this version is shown by its key. */
export const tell = (
  { action, object_name: objectName, object_id: objectId, details }: LoggedAction,
  language: Language,
): string => {
  const reason = typeof details['reason'] === 'string' ? details['reason'] : ''
  const name = objectName ?? objectId ?? '…'
  return (findSentence(action, language) ?? `${action}: {{name}}`).replaceAll(
    /\{\{(name|reason)\}\}/g,
    (_, which: string) =>
      which === 'name' ? name : (texts[language].reason[reason.replaceAll(' ', '_')] ?? reason),
  )
}

/** Every action with a text, for a filter. */
export const actionChoices = (language: Language): { action: string; label: string }[] =>
  Object.entries(texts[language].action).flatMap(([kind, verbs]) =>
    Object.entries(verbs).map(([verb, sentence]) => ({
      action: `${kind}.${verb}`,
      label: sentence.replaceAll(/\{\{\w+\}\}/g, '…'),
    })),
  )
