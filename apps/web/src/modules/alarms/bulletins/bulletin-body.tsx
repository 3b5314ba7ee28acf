// Renders the text of a bulletin block by block, so that an author's text never becomes HTML.
import {
  isSafeLink,
  type BodyBlock,
  type BodyInline,
  type BodyList,
  type BulletinBody,
} from '@swath/contract/alarms/bulletin-body'
import { Fragment, type ReactNode } from 'react'
import { uploadedHere } from '../../../lib/pictures.ts'
import style from './bulletin-body.module.css'

type Text = Extract<BodyInline, { type: 'text' }>

const Words = ({ text, marks = [] }: Text) =>
  marks.reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'bold') return <strong>{inner}</strong>
    if (mark.type === 'italic') return <em>{inner}</em>
    // Checked again, because another version of the server might allow other links.
    return isSafeLink(mark.attrs.href) ? (
      <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    ) : (
      inner
    )
  }, text)

// Indexes as keys: parts have no ids, and a text is always re-rendered as a whole.
const Line = ({ content = [] }: { content?: readonly BodyInline[] | undefined }) =>
  content.map((part, index) =>
    part.type === 'text' ? <Words key={index} {...part} /> : <br key={index} />,
  )

const List = ({ type, content }: BodyList) => {
  const items = content.map((item, index) => (
    <li key={index}>
      {item.content.map((part, place) =>
        part.type === 'paragraph' ? (
          <Fragment key={place}>
            {place > 0 && <br />}
            <Line content={part.content} />
          </Fragment>
        ) : (
          <List key={place} {...part} />
        ),
      )}
    </li>
  ))
  return type === 'orderedList' ? <ol>{items}</ol> : <ul>{items}</ul>
}

const Block = ({ block }: { block: BodyBlock }) => {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      )
    case 'heading':
      return block.attrs.level === 2 ? (
        <h3>
          <Line content={block.content} />
        </h3>
      ) : (
        <h4>
          <Line content={block.content} />
        </h4>
      )
    case 'picture':
      return (
        <img
          src={uploadedHere(block.attrs.url) ?? block.attrs.url}
          alt={block.attrs.alt}
          loading="lazy"
        />
      )
    default:
      return <List {...block} />
  }
}

/** `language`: that of the text, for screen readers and line breaks. */
export const BulletinText = ({ body, language }: { body: BulletinBody; language: string }) => (
  <div className={style.body} lang={language} dir="auto">
    {body.content.map((block, index) => (
      <Block key={index} block={block} />
    ))}
  </div>
)
