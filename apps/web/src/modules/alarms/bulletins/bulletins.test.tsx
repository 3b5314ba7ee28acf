import {
  BulletinBody,
  type BodyInline,
  type BulletinBody as Body,
} from '@swath/contract/alarms/bulletin-body'
import type { Bulletin, BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { DOMParser as ContentParser } from 'prosemirror-model'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { BulletinText } from './bulletin-body.tsx'
import { BulletinEditor } from './bulletin-editor.tsx'
import { BulletinEditorScreen } from './bulletin-editor-screen.tsx'
import { BulletinListScreen } from './bulletin-list-screen.tsx'
import { beginDraft, findMistakes } from './draft.ts'
import { kinds, toBody, toDocument } from './rich-schema.ts'

const every: Body = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Rules' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Read ' },
        { type: 'text', text: 'all', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        {
          type: 'text',
          text: 'here',
          marks: [{ type: 'link', attrs: { href: 'https://swath.example/rules' } }],
        },
      ],
    },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'one' }] },
            {
              type: 'orderedList',
              content: [
                {
                  type: 'listItem',
                  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'two' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
    { type: 'picture', attrs: { url: `/api/files/${'k'.repeat(43)}`, alt: 'A field' } },
  ],
}

describe('the text', () => {
  test('passes through the editor unchanged', () => {
    const kept = toBody(toDocument(every))
    expect(kept).toEqual(every)
    expect(BulletinBody.safeParse(kept).success).toBe(true)
  })

  test('is drawn with its links, lists and pictures', () => {
    render(<BulletinText body={every} language="en" />)
    expect(screen.getByRole('link', { name: 'here' }).getAttribute('rel')).toContain('noopener')
    expect(screen.getByRole('img', { name: 'A field' })).not.toBeNull()
    expect(screen.getByText('two').closest('ol')?.closest('ul')).not.toBeNull()
  })

  test.each(['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', '//evil.example'])(
    'renders an unsafe link to %s as plain text',
    (href) => {
      const text: BodyInline = {
        type: 'text',
        text: 'x',
        marks: [{ type: 'link', attrs: { href } }],
      }
      render(
        <BulletinText
          body={{ type: 'doc', content: [{ type: 'paragraph', content: [text] }] }}
          language="en"
        />,
      )
      expect(screen.getByText('x').closest('a')).toBeNull()
    },
  )

  test('text pasted from a hostile page keeps its text and the allowed markup', () => {
    const page = document.createElement('div')
    page.innerHTML = `<script>alert(1)</script><h1 onclick="alert(1)">Big</h1>
      <p style="position:fixed">a <b>b</b> <a href="javascript:alert(1)">c</a> <a href="https://a.example">d</a></p>
      <img src="https://evil.example/x.png" onerror="alert(1)"><iframe src="//evil.example"></iframe>
      <img data-picture="/api/files/../../etc/passwd"><table><tr><td>cell</td></tr></table>`
    const body = toBody(ContentParser.fromSchema(kinds.doc!.schema).parse(page))
    expect(BulletinBody.safeParse(body).success).toBe(true)
    expect(JSON.stringify(body)).not.toMatch(/javascript|onclick|onerror|evil|passwd|style/)
    expect(JSON.stringify(body)).toMatch(/Big.*https:\/\/a\.example.*cell/)
  })
})

test('missing fields of a draft are reported when it is published, and not before', () => {
  const draft = beginDraft('en')
  expect(findMistakes(draft, 'draft')).toEqual({})
  expect(findMistakes({ ...draft, isLater: true }, 'schedule')).toEqual({
    'texts.0.title': 'required',
    'texts.0.body': 'required',
    'targetAccountTypes': 'required',
    'publishTime': 'required',
  })
})

const none = { update: false, delete: false, recall: false, seeReceipts: false }
const fair: Bulletin = {
  bulletinId: '0190a000-0000-7000-8000-000000000001',
  bulletinType: 2,
  title: 'No spraying on Sunday',
  language: 'en',
  languages: ['en', 'th'],
  state: 'published',
  accountName: 'The county',
  publishTime: '2026-06-15T04:00:00Z',
  updatedAt: '2026-06-15T04:00:00Z',
  received: true,
  read: false,
  recallReason: null,
  targetAccountTypes: [2],
  accountNum: null,
  readNum: null,
  anomaly: null,
  version: 1,
  can: none,
}
const whole: BulletinDetail = {
  ...fair,
  texts: [{ language: 'th', title: 'งดพ่น', body: every }],
  language: 'th',
  files: [],
  targetRegions: [],
  createdByName: '',
  createdAt: fair.updatedAt,
  recalledAt: null,
}

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (
  Component: ComponentType,
  answers: Parameters<typeof serve>[0],
  path = '/',
  routes: readonly string[] = ['*'],
) => {
  const sent = serve({
    '/api/bulletin/getUnReadCount': () =>
      Response.json({
        count: 3,
        anomalyCount: 2,
        unresolvedAlarmCount: 2,
        unresolvedLevelOneCount: 1,
        bulletinCount: 1,
      }),
    ...answers,
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4 }),
  })
  const router = createMemoryRouter(
    routes.map((one) => ({ path: one, Component })),
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return { sent, router }
}

test('opening an unread bulletin marks it as read, and reports if it is not in the reader’s language', async () => {
  const { sent } = show(
    BulletinListScreen,
    {
      '/api/bulletin/getBulletinList': () =>
        Response.json({ items: [fair], total: 1, currentPage: 1, pageSize: 20 }),
      [`/api/bulletin/detail/${fair.bulletinId}`]: () => Response.json(whole),
      '/api/bulletin/markRead': () => new Response(null, { status: 204 }),
    },
    '/?type=bulletin',
  )
  const row = (await screen.findByText('No spraying on Sunday')).closest('tr')!
  expect(within(row).getByText('Unread')).not.toBeNull()
  fireEvent.click(row)
  await screen.findByText('Shown in ไทย. It isn’t available in your language.')
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/bulletin/markRead'))
  expect(sent.find(({ path }) => path === '/api/bulletin/markRead')?.body).toEqual({
    oprType: 1,
    bulletinIds: [fair.bulletinId],
  })
})

test('with two editors of a draft, the second sees the name of the first and may overwrite it', async () => {
  const draft: BulletinDetail = {
    ...whole,
    state: 'draft',
    publishTime: null,
    received: false,
    read: true,
    can: { ...none, update: true },
  }
  let version = 1
  const { sent } = show(() => <BulletinEditor bulletin={draft} />, {
    '/api/bulletin/countRecipients': () =>
      Response.json({ accountNum: 1234, manufacturerNum: 234, ownerNum: 1000 }),
    '/api/common/regions': () => Response.json({ items: [] }),
    [`/api/bulletin/detail/${fair.bulletinId}`]: () =>
      Response.json({ ...draft, version: ++version }),
    '/api/bulletin/updateBulletin': () =>
      version === 1
        ? Response.json(
            {
              code: 'conflict',
              message: 'Changed',
              details: [{ path: 'texts', message: 'Changed by Li Na in the meantime' }],
              traceId: 't',
            },
            { status: 409 },
          )
        : Response.json({ ...draft, version: 3 }),
  })
  await screen.findByText('Reaches 1,234 accounts')
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'งดพ่นวันอาทิตย์' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  const conflict = await screen.findByText(/Changed by Li Na in the meantime/)
  expect(conflict.textContent).toBe('Changed by Li Na in the meantime: Text')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('งดพ่นวันอาทิตย์')
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() =>
    expect(
      sent.filter(({ path }) => path === '/api/bulletin/updateBulletin').map(({ body }) => body),
    ).toMatchObject([
      { version: 1, texts: [{ title: 'งดพ่นวันอาทิตย์' }] },
      { version: 2, texts: [{ title: 'งดพ่นวันอาทิตย์' }] },
    ]),
  )
})

test('saving a new draft for the first time keeps the focus in the editor', async () => {
  const path = '/bulletin_manage/bulletin-create'
  const draft = { ...whole, state: 'draft' as const, publishTime: null, can: { ...none } }
  const { router, sent } = show(
    BulletinEditorScreen,
    {
      '/api/bulletin/countRecipients': () =>
        Response.json({ accountNum: 0, manufacturerNum: 0, ownerNum: 0 }),
      '/api/common/regions': () => Response.json({ items: [] }),
      '/api/bulletin/addBulletin': () => Response.json(draft),
      '/api/bulletin/updateBulletin': () => Response.json({ ...draft, version: 2 }),
    },
    path,
    [path, `${path}/:bulletinId`],
  )
  const title = await screen.findByLabelText('Title')
  const save = async (text: string, calls: number): Promise<void> => {
    fireEvent.change(title, { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: /Save draft$/ }))
    await waitFor(() =>
      expect(sent.filter(({ path: to }) => /(add|update)Bulletin/.test(to))).toHaveLength(calls),
    )
  }
  await save('Fair', 1)
  await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/${fair.bulletinId}`))
  expect(screen.getByLabelText('Title')).toBe(title)
  await save('Fair on Sunday', 2)
  expect(sent.find(({ path: to }) => to.endsWith('updateBulletin'))?.body).toMatchObject({
    bulletinId: fair.bulletinId,
    version: draft.version,
  })
})
