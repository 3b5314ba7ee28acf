import {
  DownOutlined,
  FundProjectionScreenOutlined,
  GiftOutlined,
  GlobalOutlined,
  IdcardOutlined,
  LaptopOutlined,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SafetyOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Avatar, Badge, Button, Dropdown, Tooltip } from 'antd'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hostTheme } from '../lib/host-theme.ts'
import { roleTitle } from '../lib/roles.ts'
import { useUser } from '../lib/session.ts'
import { HelpButton } from '../ui/help/help-button.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { useNarrow } from '../ui/use-width.ts'
import { availableScreens } from './guard.ts'
import { HeaderBell } from './header-slot.tsx'
import { isNewsUnread } from './news/news.ts'
import type { PersonAction } from './person-action.ts'
import { pathOfScreen } from './screens.ts'
import style from './shell.module.css'

type Props = {
  folded: boolean
  /** Null if the page is the map. */
  isMapOpen: boolean | null
  onMap: () => void
  onSearch: () => void
  onMenu: () => void
  onAction: (action: PersonAction) => void
  /** Receives the focus when a dialog of the person's menu is closed. */
  personRef: Ref<HTMLButtonElement>
}

type PersonProps = Pick<Props, 'onAction' | 'personRef'>

/** The signed-in person, with the user menu. */
const PersonMenu = ({ onAction, personRef }: PersonProps) => {
  const { t } = useTranslation('app')
  const user = useUser()
  const narrow = useNarrow()
  const hasNews = isNewsUnread(user)
  const person = (
    <div className={`grid gap-2 border-b muted text-12 tabular ${style.person}`}>
      <strong className="ink text-14 semibold">{user.userName}</strong>
      <span>{t(roleTitle(user))}</span>
      <span>{user.phoneNum}</span>
      {narrow && <span>{user.accountName}</span>}
    </div>
  )
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      menu={{
        items: [
          {
            type: 'group',
            key: 'person',
            label: person,
            children: [
              { key: 'profile', icon: <IdcardOutlined />, label: t('terms:editProfile') },
              { key: 'security', icon: <SafetyOutlined />, label: t('second-factor:title') },
              { key: 'sessions', icon: <LaptopOutlined />, label: t('terms:signedInDevices') },
              { key: 'settings', icon: <SettingOutlined />, label: t('settings') },
              // A phone's header has no room for the button.
              ...(narrow
                ? [{ key: 'help', icon: <QuestionCircleOutlined />, label: t('ui:help') }]
                : []),
              {
                key: 'news',
                icon: <GiftOutlined />,
                label: <Badge dot={hasNews}>{t('ui:news')}</Badge>,
              },
              { key: 'sign-out', icon: <LogoutOutlined />, label: t('terms:signOut') },
            ],
          },
        ],
        onClick: ({ key }) => onAction(key as PersonAction),
      }}
    >
      <button
        type="button"
        ref={personRef}
        className={style.personButton}
        aria-label={narrow ? t('profile') : undefined}
        aria-description={hasNews ? t('ui:newsUnread') : undefined}
      >
        <Badge dot={hasNews} offset={[-4, 4]}>
          <Avatar
            aria-hidden
            size={32}
            src={user.userHeadUrl ?? undefined}
            className={style.avatar}
          >
            {user.userName.slice(0, 1)}
          </Avatar>
        </Badge>
        {!narrow && (
          <>
            <span className="grid muted text-12 leading-18 tabular">
              <strong className="ink text-14 medium">{user.userName}</strong>
              <span>
                {t(roleTitle(user))} · {user.phoneNum}
              </span>
            </span>
            <DownOutlined className={style.arrow} />
          </>
        )}
      </button>
    </Dropdown>
  )
}

const MapToggle = ({ isOpen, onMap }: { isOpen: boolean; onMap: () => void }) => {
  const { t } = useTranslation('app')
  const narrow = useNarrow()
  const label = isOpen ? t('mapHide') : t('mapShow')
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        className={style.mapToggle}
        icon={<GlobalOutlined />}
        aria-pressed={isOpen}
        // With a visible label, an aria-label must not differ from it (WCAG 2.5.3).
        aria-label={narrow ? label : undefined}
        onClick={onMap}
      >
        {narrow ? null : t('map')}
      </Button>
    </Tooltip>
  )
}

/** Link to the statistics screen, which the menu does not contain. */
const StatScreenLink = () => {
  const { t } = useTranslation('app')
  if (!availableScreens().includes('stat-screen')) return null
  return (
    <Tooltip title={t('statScreen')}>
      <Link
        to={pathOfScreen('stat-screen')!}
        className={`grid place-items-center rounded-8 ink text-16 ${style.statScreenLink}`}
        aria-label={t('statScreen')}
      >
        <FundProjectionScreenOutlined />
      </Link>
    </Tooltip>
  )
}

const searchKeys = 'Ctrl+K'

/** Opens the search; on wide windows it looks like the field that it opens. */
const SearchButton = ({ onSearch }: { onSearch: () => void }) => {
  const { t } = useTranslation('search')
  return (
    <Button
      className={style.search}
      icon={<SearchOutlined />}
      aria-keyshortcuts="Control+K"
      title={t('button', { keys: searchKeys })}
      onClick={onSearch}
    >
      <span className={`muted ${style.searchText}`}>{t('title')}</span>
      <kbd aria-hidden className={`muted text-12 ${style.searchKeys}`}>
        {searchKeys}
      </kbd>
    </Button>
  )
}

export const ShellHeader = (props: Props) => {
  const { folded, isMapOpen, onMap, onSearch, onMenu, onAction, personRef } = props
  const { t } = useTranslation('app')
  const user = useUser()
  const narrow = useNarrow()
  const theme = hostTheme()
  return (
    <header className={`flex gap-8 items-center border-b bg-paper ${style.header}`}>
      <Button
        type="text"
        className={style.menuButton}
        icon={narrow ? <MenuOutlined /> : folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={narrow ? t('menuOpen') : folded ? t('menuUnfold') : t('menuFold')}
        onClick={onMenu}
      />
      <Link to="/" className={`flex min-w-0 rounded-8 ink ${style.home}`}>
        <ProductMark
          name={theme.productName}
          logo={user.accountType === 'platform' ? theme.logo : (user.accountLogo ?? theme.logo)}
        />
      </Link>
      {!narrow && (
        <span className={`min-w-0 muted truncate ${style.accountName}`} title={user.accountName}>
          {user.accountName}
        </span>
      )}
      <div className="flex flex-none gap-8 items-center ml-auto">
        <SearchButton onSearch={onSearch} />
        {isMapOpen !== null && <MapToggle isOpen={isMapOpen} onMap={onMap} />}
        <StatScreenLink />
        {!narrow && <HelpButton />}
        <HeaderBell />
        <PersonMenu onAction={onAction} personRef={personRef} />
      </div>
    </header>
  )
}
