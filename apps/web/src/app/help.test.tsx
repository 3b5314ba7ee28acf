import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { languages } from '@swath/i18n/languages'
import { renderGuide } from '../../guide-plugin.ts'
import { helpTopics, type HelpTopic } from '../lib/help-topics.ts'
import { hasText } from '../lib/i18n.ts'
import { dropSession, keepSession } from '../lib/session.ts'
import { person } from '../testing-person.ts'
import { HelpButton } from '../ui/help/help-button.tsx'
import { screenLines } from './screens.ts'

const root = join(import.meta.dirname, '../../../..') + '/'
const texts = `${root}packages/i18n/src/`
type Sentences = Record<string, Record<string, string>>

/** The texts of help of all modules, by topic. */
const listHelp = (): Record<string, Sentences> =>
  Object.assign(
    {},
    ...readdirSync(texts, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('/help.json'))
      .map((name) => JSON.parse(readFileSync(texts + name, 'utf8')) as object),
  ) as Record<string, Sentences>

const findPage = (page: string): string | undefined =>
  [`${root}docs/guide/${page}.md`, `${root}docs/${page}.md`].find((path) => existsSync(path))

describe('the help of the screens', () => {
  const help = listHelp()
  test('each screen has a topic, and each topic a screen', () => {
    const used = screenLines.map((line): HelpTopic => line.help ?? line.screen)
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(helpTopics).toSorted())
  })

  test.each(Object.keys(helpTopics))('%s has exactly its three sentences', (topic) => {
    expect(Object.keys(help[topic] ?? {})).toEqual(['purpose', 'usual', 'easyToMiss'])
    for (const sentence of Object.values(help[topic]!))
      expect(Object.keys(sentence)).toEqual(languages)
  })

  test('no topic is left over', () => {
    const labels = ['title', 'purpose', 'usual', 'easyToMiss', 'more']
    const topics = Object.keys(help).filter((key) => !labels.includes(key))
    expect(topics.toSorted()).toEqual(Object.keys(helpTopics).toSorted())
  })

  test('labels quoted from screens exist', () => {
    const quoted = [...JSON.stringify(help).matchAll(/\$t\(([^)]+)\)/g)].map((match) => match[1]!)
    expect(quoted.length).toBeGreaterThan(0)
    expect(quoted.filter((key) => !hasText(key))).toEqual([])
  })

  test('each topic names a page of the guide', () => {
    expect(Object.values(helpTopics).filter((page) => !findPage(page))).toEqual([])
  })
})

describe('the guide', () => {
  test('links between its pages stay in the console; links to other documents become text', () => {
    const path = `${root}docs/guide/gear.md`
    const html = renderGuide(
      '# A title\n[one](fleet.md#lock) [two](../firmware-format.md) [three](../architecture.md)',
      path,
    )
    expect(html).toContain('<h1 id="a-title">A title</h1>')
    expect(html).toContain('<a href="/guide/fleet#lock">one</a>')
    expect(html).toContain('<a href="/guide/firmware-format">two</a>')
    expect(html).toContain(' three')
    expect(html).not.toContain('architecture.md')
  })
})

describe('the button', () => {
  afterEach(() => {
    cleanup()
    dropSession('signed-out')
  })
  const show = (path: string) => {
    keepSession({
      jToken: 'ad_1',
      refreshToken: 'rt_00000000000000000000',
      expiresInS: 900,
      userInfo: person(),
    })
    const line = screenLines.find((one) => one.path === path)!
    const router = createMemoryRouter([{ path, handle: line, element: <HelpButton /> }], {
      initialEntries: [path],
    })
    render(<RouterProvider router={router} />)
  }

  test('opens the help of the screen, with a link to the guide', async () => {
    show('/business_manage/drone-list')
    fireEvent.click(screen.getByRole('button', { name: 'Help for this page' }))
    const dialog = await screen.findByRole('dialog', { name: 'Help: Drones' })
    expect(dialog.textContent).toContain('add a drone with “Register a drone”')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/guide/fleet')
  })
})
