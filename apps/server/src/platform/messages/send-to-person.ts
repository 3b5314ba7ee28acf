// Sends a job's message to one person: by mail, or by SMS if the person has no address.
import type { Language } from '@swath/i18n/languages'
import { findPersonById } from '../auth/people.queries.ts'
import { parseSettings } from '../auth/person-settings.ts'
import type { Themes } from '../auth/themes.ts'
import type { Services } from '../services.ts'
import type { Message, Messages } from './messages.ts'

export type SendDeps = Pick<Services, 'db'> & { themes: Pick<Themes, 'named'>; messages: Messages }

/**
 * Sends nothing to a person who is disabled or cannot be reached. Throws if sending should be
 * retried. The text can name the product and the account in addition to `values`.
 */
export const sendToPerson = async (
  { db, themes, messages }: SendDeps,
  userId: string,
  compose: (language: Language) => Pick<Message, 'template' | 'values'>,
): Promise<void> => {
  const person = await findPersonById(db, userId)
  const to = person?.email ?? person?.phone
  if (!person?.enabled || !to) return
  const theme = themes.named(person.theme)
  const language = parseSettings(person).language ?? theme.languages[0] ?? 'en'
  const { template, values } = compose(language)
  const sending = await messages.sendNow({
    channel: person.email === null ? 'sms' : 'mail',
    to,
    template,
    language,
    values: { product: theme.productName, account: person.accountName, ...values },
  })
  if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
}
