import { languages, type Language } from '@swath/i18n/languages'
import { readTexts } from '../http/feature-texts.ts'
import type { Channel } from './driver.ts'

/**
 * Kinds of messages; `messages.json` contains each as an SMS, and as subject and body of a mail.
 */
export type Template =
  | 'signInCode'
  | 'registrationCode'
  | 'resetCode'
  | 'accountExists'
  | 'passwordChanged'
  | 'secondFactorChanged'
  | 'registrationPassed'
  | 'registrationRejected'
  | 'changePassed'
  | 'changeRejected'
  | 'levelOneAlarm'
  | 'alarmDigest'
  | 'dataStat'
  | 'certificatesEnd'
  | 'signatureCode'
  | 'servicesEnd'
  | 'servicesEnded'
  | 'balanceLow'
  | 'balanceSpent'
  | 'rtkEnds'
  | 'strangeParts'
  | 'storedDataDamaged'
type Texts = Readonly<Record<Template, { sms: string; subject: string; mail: string }>>

const texts = Object.fromEntries(
  languages.map((language) => [language, readTexts(language, 'messages') as Texts]),
) as Record<Language, Texts>

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : whole,
  )

export const composeText = (
  template: Template,
  channel: Channel,
  language: Language,
  values: Readonly<Record<string, string>>,
): { subject: string | null; text: string } => {
  const { sms, subject, mail } = texts[language][template]
  return channel === 'sms'
    ? { subject: null, text: fill(sms, values) }
    : { subject: fill(subject, values), text: fill(mail, values) }
}
