import { toPolicyFacts, type SignedInUser } from '@swath/contract/people/access'
import { buildMenu } from '@swath/domain/access/menu'
import type { MenuGroup, MenuItem } from '@swath/domain/access/menu-entries'
import { listScreens } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import { useQuery } from '@tanstack/react-query'
import { Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hostTheme } from '../lib/host-theme.ts'
import { useCurrentLine } from '../lib/current-line.ts'
import { buildQuery } from '../lib/query.ts'
import { titleFor } from '../lib/screen-line.ts'
import { useUser } from '../lib/session.ts'
import type { OwnScreens } from '../ui/own-screens.ts'
import { existingScreens } from './guard.ts'
import { findMenuEntry, findPageEntry, listPagesAfter } from './menu-entry.ts'
import { actionIcons, groupIcons, pageIcons, screenIcons } from './menu-icons.tsx'
import { pathOfScreen, screenLines } from './screens.ts'

const groupTitles: Readonly<Record<MenuGroup, string>> = {
  business: 'app:groupBusiness',
  organisation: 'app:groupOrganisation',
  announcements: 'app:groupAnnouncements',
  leasing: 'app:groupLeasing',
}
const findTitle = (screen: Screen, { accountType }: SignedInUser): string =>
  titleFor(
    screenLines.find((line) => line.screen === screen && !line.path.includes(':'))!,
    accountType,
  )
const actionTitles = { 'settings': 'app:settings', 'sign-out': 'terms:signOut' } as const

/** Part of the initial data that the guard has loaded; an account under review has none of it. */
const useHasManufacturers = (): boolean =>
  (useQuery({ ...buildQuery('listManufacturers'), staleTime: Infinity, enabled: false }).data?.items
    .length ?? 0) > 0

/** The person's screens, for components inside screens. */
export const useScreensForOwn = (): OwnScreens => {
  const { t, i18n } = useTranslation('app')
  const user = useUser()
  const hasManufacturers = useHasManufacturers()
  return useMemo(() => {
    const facts = toPolicyFacts(user)
    const own = listScreens(facts, hostTheme())
    const titled = (screens: readonly Screen[]) =>
      screens.map((screen) => ({ screen, title: t(findTitle(screen, user)) }))
    const items = buildMenu({
      ...facts,
      screens: own,
      existing: existingScreens,
      language: i18n.language,
      hasManufacturers,
    })
    const top = titled(items.flatMap((item) => (item.kind === 'screen' ? [item.screen] : [])))
    return {
      groups: [
        { title: '', screens: top },
        ...items.flatMap((item) =>
          item.kind === 'group'
            ? [{ title: t(groupTitles[item.group]), screens: titled(item.screens) }]
            : [],
        ),
      ],
      findPath: (screen) => (own.includes(screen) ? pathOfScreen(screen) : undefined),
    }
  }, [user, t, i18n.language, hasManufacturers])
}

type Props = {
  folded: boolean
  onAction: (action: 'settings' | 'sign-out') => void
  onChosen?: () => void
}

export const SideMenu = ({ folded, onAction, onChosen }: Props) => {
  const { t, i18n } = useTranslation('app')
  const user = useUser()
  const hasManufacturers = useHasManufacturers()
  const line = useCurrentLine()
  const { items, own } = useMemo(() => {
    const facts = toPolicyFacts(user)
    const screens = listScreens(facts, hostTheme())
    return {
      own: screens,
      items: buildMenu({
        ...facts,
        screens,
        existing: existingScreens,
        language: i18n.language,
        hasManufacturers,
      }),
    }
  }, [user, i18n.language, hasManufacturers])
  const inMenu = items.flatMap((item) =>
    item.kind === 'group' ? item.screens : item.kind === 'screen' ? [item.screen] : [],
  )
  const current = line && findMenuEntry(line, inMenu)
  const page = line && findPageEntry(line, inMenu)
  const groupOfCurrent = items.find(
    (item) => item.kind === 'group' && current && item.screens.includes(current),
  )
  const groups = items.flatMap((item) => (item.kind === 'group' ? [item.group] : []))
  const [open, setOpen] = useState<string[]>(() =>
    groupOfCurrent?.kind === 'group' ? [groupOfCurrent.group] : groups.slice(0, 1),
  )

  const links = (screen: Screen) => [
    {
      key: screen,
      icon: screenIcons[screen],
      label: <Link to={pathOfScreen(screen)!}>{t(findTitle(screen, user))}</Link>,
    },
    ...listPagesAfter(screen, own).map(({ path, title }) => ({
      key: path,
      icon: pageIcons[path],
      label: <Link to={path}>{t(title)}</Link>,
    })),
  ]
  const entriesOf = (item: MenuItem): NonNullable<MenuProps['items']> => {
    if (item.kind === 'screen') return links(item.screen)
    if (item.kind === 'action')
      return [
        { key: item.action, icon: actionIcons[item.action], label: t(actionTitles[item.action]) },
      ]
    return [
      {
        key: item.group,
        icon: groupIcons[item.group],
        label: t(groupTitles[item.group]),
        children: item.screens.flatMap(links).map((link) => ({ ...link, icon: undefined })),
      },
    ]
  }
  const entries = items.filter(({ kind }) => kind !== 'action').flatMap(entriesOf)
  const actions = items.filter(({ kind }) => kind === 'action').flatMap(entriesOf)
  return (
    <nav aria-label={t('menu')}>
      <Menu
        mode="inline"
        inlineCollapsed={folded}
        selectedKeys={[page ?? current ?? []].flat()}
        {...(folded ? {} : { openKeys: open, onOpenChange: setOpen })}
        items={
          entries.length > 0 ? [...entries, { type: 'divider' as const }, ...actions] : actions
        }
        onClick={({ key }) => {
          if (key === 'settings' || key === 'sign-out') onAction(key)
          onChosen?.()
        }}
      />
    </nav>
  )
}
