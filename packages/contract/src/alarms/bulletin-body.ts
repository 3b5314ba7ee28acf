// The rich text of a bulletin: a small document of blocks, as the console's editor writes it. It
// contains no HTML: each viewer renders every kind of block with its own components, so that text
// from an author can never become a tag.
import { z } from 'zod'

export const bodyLimits = {
  /** Per language, including spaces. */
  characters: 20_000,
  blocks: 400,
  pictures: 20,
  /** Levels of nested lists. */
  listDepth: 3,
} as const

/**
 * Characters that browsers remove from an address before they parse it (URL standard, 4.4). With
 * them, "java\nscript:" would hide its scheme.
 */
const dropped = /[\p{Cc}\s]/u

/** A web or e-mail address; no scripts, and no user name in the URL. */
export const isSafeLink = (href: string): boolean => {
  if (dropped.test(href) || !/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href))
    return false
  const { protocol, username, password } = new URL(href)
  return ['http:', 'https:', 'mailto:'].includes(protocol) && username === '' && password === ''
}

const Mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({
      href: z
        .string()
        .max(2000)
        .refine(isSafeLink, 'linkRefused')
        .describe('http, https or mailto'),
    }),
  }),
])

const Inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1).max(bodyLimits.characters),
    marks: z.array(Mark).max(3).optional(),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
])
const content = z.array(Inline).max(1000).optional()

const Paragraph = z.strictObject({ type: z.literal('paragraph'), content })
const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.literal([2, 3]) }),
  content,
})
const Picture = z.strictObject({
  type: z.literal('picture'),
  attrs: z.strictObject({
    url: z
      .string()
      .regex(/^\/api\/files\/[\w-]{20,60}$/)
      .describe('URL returned by the upload'),
    alt: z.string().max(200).describe('Alternative text of the picture'),
  }),
})

export type BodyInline = z.infer<typeof Inline>
type BodyParagraph = z.infer<typeof Paragraph>
type BodyItem = { type: 'listItem'; content: (BodyParagraph | BodyList)[] }
export type BodyList = { type: 'bulletList' | 'orderedList'; content: BodyItem[] }

/** Built to a fixed depth: a recursive schema would accept any depth. */
const listAt = (depth: number): z.ZodType<BodyList> => {
  const item = z.strictObject({
    type: z.literal('listItem'),
    content: z
      .array(depth < bodyLimits.listDepth ? z.union([Paragraph, listAt(depth + 1)]) : Paragraph)
      .min(1)
      .max(20),
  })
  return z.strictObject({
    type: z.literal(['bulletList', 'orderedList']),
    content: z.array(item).min(1).max(200),
  })
}

const Block = z.union([Paragraph, Heading, Picture, listAt(1)])
export type BodyBlock = z.infer<typeof Block>

const listInline = (block: BodyBlock | BodyItem): readonly BodyInline[] => {
  if (block.type === 'picture') return []
  if (block.type === 'paragraph' || block.type === 'heading') return block.content ?? []
  return block.content.flatMap(listInline)
}

/** The text without formatting; each block ends a line. */
export const readPlainText = ({ content: blocks }: { content: readonly BodyBlock[] }): string =>
  blocks
    .map((block) =>
      listInline(block)
        .map((part) => (part.type === 'text' ? part.text : ' '))
        .join(''),
    )
    .join('\n')

/** URLs of the uploaded pictures, in their order. */
export const listPictures = ({ content: blocks }: { content: readonly BodyBlock[] }): string[] =>
  blocks.flatMap((block) => (block.type === 'picture' ? [block.attrs.url] : []))

export const BulletinBody = z
  .strictObject({ type: z.literal('doc'), content: z.array(Block).max(bodyLimits.blocks) })
  .refine((body) => readPlainText(body).length <= bodyLimits.characters, 'bodyTooLong')
  .refine((body) => listPictures(body).length <= bodyLimits.pictures, 'bodyTooManyPictures')
  .meta({ id: 'BulletinBody' })
export type BulletinBody = z.infer<typeof BulletinBody>

export const emptyBody: BulletinBody = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Whether it contains neither text nor pictures. */
export const isEmptyBody = (body: BulletinBody): boolean =>
  readPlainText(body).trim() === '' && listPictures(body).length === 0
