// The editor's schema has only the contract's blocks. Pasted content becomes these or plain text.
import { bodyLimits, isSafeLink, type BulletinBody } from '@swath/contract/alarms/bulletin-body'
import { Schema, type Node } from 'prosemirror-model'
import { sinkListItem } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { uploadedHere } from '../../../lib/pictures.ts'

const pictureUrl = /^\/api\/files\/[\w-]{20,60}$/

const richSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 2 } },
        { tag: 'h4', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [attrs['level'] === 2 ? 'h3' : 'h4', 0],
    },
    picture: {
      group: 'block',
      atom: true,
      attrs: { url: {}, alt: { default: '' } },
      parseDOM: [
        {
          // Only pictures of this editor: those of other pages are not fetched.
          tag: 'img[data-picture]',
          getAttrs: (element) => {
            const url = element.getAttribute('data-picture') ?? ''
            return pictureUrl.test(url) && { url, alt: element.getAttribute('alt') ?? '' }
          },
        },
      ],
      toDOM: ({ attrs }) => {
        const url = String(attrs['url'])
        return [
          'img',
          { 'src': uploadedHere(url) ?? url, 'alt': String(attrs['alt']), 'data-picture': url },
        ]
      },
    },
    bulletList: {
      group: 'block list',
      content: 'listItem+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    orderedList: {
      group: 'block list',
      content: 'listItem+',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    listItem: {
      content: 'paragraph (paragraph | list)*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    text: { group: 'inline' },
    hardBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? ''
            return isSafeLink(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']), rel: 'noopener noreferrer' }, 0],
    },
    bold: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})

export const { nodes: kinds, marks } = richSchema

export const toDocument = (body: BulletinBody): Node =>
  richSchema.nodeFromJSON(
    body.content.length > 0 ? body : { type: 'doc', content: [{ type: 'paragraph' }] },
  )
/** The editor's nodes have the same names as in the contract. */
export const toBody = (document: Node): BulletinBody => document.toJSON() as BulletinBody

/** The depth of nested lists at the cursor. */
const listDepth = ({ selection: { $from } }: EditorState): number =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).filter(
    ({ type }) => type === kinds.bulletList || type === kinds.orderedList,
  ).length

/** Nests a list item, up to the contract's limit. */
export const sinkItem: Command = (state, dispatch, view) =>
  listDepth(state) < bodyLimits.listDepth && sinkListItem(kinds.listItem!)(state, dispatch, view)
