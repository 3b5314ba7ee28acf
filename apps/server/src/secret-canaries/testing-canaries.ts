// Secrets with recognizable values, and everything that the program writes, in which none may
// appear.
import { randomBytes } from 'node:crypto'

/** Ways in which a text contains a secret. */
const spellings = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ]),
]

/** Digits alone also occur in times and hashes, so they must be a whole word. */
const includesSecret = (text: string, secret: string): boolean =>
  spellings(secret).some((one) =>
    /^\d+$/.test(one) ? new RegExp(`(?<![\\w.])${one}(?!\\w)`).test(text) : text.includes(one),
  )

export type Canaries = ReturnType<typeof createCanaries>

export const createCanaries = () => {
  const secrets = new Map<string, { value: string; stored: readonly string[] }>()
  const written: { where: string; text: string }[] = []
  return {
    /**
     * A secret that was used or returned. `stored`: tables that need it in this form, such as the
     * address of a browser's push service.
     */
    add: (name: string, value: string, stored: readonly string[] = []): string => {
      if (value.length < 6) throw new Error(`${name} is too short to be recognized`)
      secrets.set(name, { value, stored })
      return value
    },
    /** A text that matches the password rule and occurs nowhere else. */
    password: (): string => `Kanari${randomBytes(4).toString('hex')}7`,
    /** Text that left the program, or that it stored. */
    collect: (where: string, text: string): void => void written.push({ where, text }),
    names: (): string[] => [...secrets.keys()],
    /** Where which secret was found. */
    leaks: (): string[] =>
      [...secrets].flatMap(([name, { value, stored }]) => {
        const found = written.filter(
          ({ where, text }) => !stored.includes(where) && includesSecret(text, value),
        )
        return [...new Set(found.map(({ where }) => `${name} in ${where}`))]
      }),
  }
}
