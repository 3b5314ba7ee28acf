import { languages, type Language } from '@swath/i18n/languages'
import type { Person } from '../../../platform/auth/people.queries.ts'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Message, Messages } from '../../../platform/messages/messages.ts'

/**
 * Notifies a person that their sign-in changed: by SMS and mail, so that an attacker who controls one
 * of them cannot hide the change; in the person's own language if it is known, because the request
 * may come from someone else.
 */
export const reportSecurityChange = (
  messages: Messages,
  { phone, email, settings }: Person,
  { productName }: Pick<HostTheme, 'productName'>,
  context: Pick<RequestContext, 'host' | 'language'>,
  compose: (language: Language) => Pick<Message, 'template'> & Partial<Pick<Message, 'values'>>,
): void => {
  const language = languages.find((one) => one === settings['language']) ?? context.language
  const { template, values } = compose(language)
  const ways = [
    ...(phone ? [{ channel: 'sms', to: phone } as const] : []),
    ...(email ? [{ channel: 'mail', to: email } as const] : []),
  ]
  for (const way of ways)
    if (messages.accepts(way.channel))
      messages.send({
        ...way,
        template,
        language,
        values: { product: productName, host: context.host, ...values },
      })
}
