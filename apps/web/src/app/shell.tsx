import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { currentPalette, usePalette } from '../lib/appearance.ts'
import { bigScreen } from '../lib/big-screen.ts'
import { useCurrentLine } from '../lib/current-line.ts'
import { formatCount } from '../lib/format.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { mapShare } from '../lib/map-share.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useOwnSettings } from '../lib/own-settings.ts'
import { buildQuery } from '../lib/query.ts'
import { titleFor } from '../lib/screen-line.ts'
import { currentUser, useUser } from '../lib/session.ts'
import { stored, useStored } from '../lib/stored.ts'
import { MapContext, MapPaletteContext } from '../map/map-context.ts'
import type { OverlayAreas } from '../map/map-overlays.tsx'
import type { MapHandle } from '../map/map-types.ts'
import { OwnScreensProvider } from '../ui/own-screens.ts'
import { StageProvider, type Stage } from '../ui/stage.tsx'
import { applyTheme, type Palette } from '../lib/theme.ts'
import { ThinBar } from '../ui/thin-bar.tsx'
import { useNarrow } from '../ui/use-width.ts'
import { availableScreens } from './guard.ts'
import { mayUseBigScreen, useIdleMove } from './idle.ts'
import { MapGuard } from './map-guard.tsx'
import { MapSplit } from './map-split.tsx'
import type { PersonAction } from './person-action.ts'
import { PersonDialogs, type PersonDialog } from './person-dialogs.tsx'
import { Providers } from './providers.tsx'
import { pathOfScreen } from './screens.ts'
import { useSearch } from './search/search-dialogs.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShellHeader } from './shell-header.tsx'
import { SideMenu, useScreensForOwn } from './side-menu.tsx'
import { StartMark } from './start-mark.tsx'
import { useLastSeen } from './use-last-seen.ts'
import { usePageMap } from './use-page-map.ts'
import { useSessionEnd, useSignOut } from './use-sign-out.tsx'
import style from './shell.module.css'

const sideMenu = stored<'open' | 'closed'>('sideMenu', (kept) =>
  kept === 'closed' ? 'closed' : 'open',
)
const MapBase = lazyComponent(async () => (await import('./map-base.tsx')).MapBase)
const NewsDialog = lazyComponent(async () => (await import('./news/news-dialog.tsx')).NewsDialog)
const HelpDialog = lazyComponent(
  async () => (await import('../ui/help/help-dialog.tsx')).HelpDialog,
)
const FleetOnMap = lazyComponent(
  async () => (await import('../modules/live/monitor/fleet-on-map.tsx')).FleetOnMap,
)

/** Dialogs of the user menu. The focus returns to the menu's button when they are closed. */
const usePersonDialogs = () => {
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  const [opened, setOpened] = useState<'help' | 'news' | null>(null)
  const line = useCurrentLine()
  const [dialog, setDialog] = useState<PersonDialog>(null)
  const personButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = personButton.current
    return () => {
      if (dialog !== null) button?.focus()
    }
  }, [dialog])
  /** The menu entry that opened a dialog is gone when the dialog closes. */
  const focusPersonIfLost = (): void => {
    setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body)
        personButton.current?.focus()
    })
  }
  const signOut = useSignOut(focusPersonIfLost)
  const act = (action: PersonAction): void => {
    if (action === 'profile' || action === 'security' || action === 'sessions') setDialog(action)
    else if (action === 'settings') setSettingsOpen(true)
    else if (action === 'help' || action === 'news') setOpened(action)
    else signOut()
  }
  const close = (): void => {
    setOpened(null)
    focusPersonIfLost()
  }
  const offersBigScreen = mayUseBigScreen(useUser(), availableScreens())
  useIdleMove(useStored(bigScreen) && offersBigScreen ? pathOfScreen('stat-screen')! : null)
  const dialogs = (
    <>
      <PersonDialogs shown={dialog} onShow={setDialog} />
      <SettingsDialog
        open={isSettingsOpen}
        onClose={() => setSettingsOpen(false)}
        onClosed={focusPersonIfLost}
        offersBigScreen={offersBigScreen}
      />
      <Suspense fallback={null}>
        {opened === 'news' && <NewsDialog onAction={act} onClose={close} />}
        {opened === 'help' && line && <HelpDialog line={line} open onClose={close} />}
      </Suspense>
    </>
  )
  return { personButton, act, dialogs }
}

/** Updates the document title, with the number of unresolved level-1 alarms that the bell loads. */
const useWindowTitle = (title: string | null): void => {
  const { pathname } = useLocation()
  const alarms = useQuery({ ...buildQuery('countUnreadBulletins'), enabled: false }).data
  const count = alarms?.unresolvedLevelOneCount ?? 0
  useEffect(() => {
    const page = title ? `${title} · ${hostTheme().productName}` : hostTheme().productName
    document.title = count > 0 ? `(${formatCount(count)}) ${page}` : page
  }, [title, pathname, count])
}

type MenuProps = {
  isOpen: boolean
  folded: boolean
  onClose: () => void
  onAction: (action: PersonAction) => void
}
/** A side menu, or a drawer on narrow windows. */
const Menu = ({ isOpen, folded, onClose, onAction }: MenuProps) => {
  const { t } = useTranslation('app')
  return useNarrow() ? (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={280}
      title={t('menu')}
      classNames={{ body: style.menuDrawer, header: style.menuHead }}
    >
      <SideMenu folded={false} onAction={onAction} onChosen={onClose} />
    </Drawer>
  ) : (
    <aside className={style.side}>
      <SideMenu folded={folded} onAction={onAction} />
    </aside>
  )
}

type StageProps = {
  stage: Stage
  palette: Palette
  title: string | null
  /** The page draws nothing on the map, so the map shows the fleet. */
  showsFleet: boolean
  onMap: (map: MapHandle | null) => void
  onAreas: (areas: OverlayAreas | null) => void
  overlayRef: (overlay: HTMLElement | null) => void
}
/** The single map, and the page over it or next to it. */
const StageArea = (props: StageProps) => {
  const { stage, palette, title, showsFleet, onMap, onAreas, overlayRef } = props
  const { t } = useTranslation('app')
  const isMoving = useNavigation().state !== 'idle'
  const ownScreens = useScreensForOwn()
  const share = useStored(mapShare)
  // Built when it is first shown, and kept from then on: people who only use lists never wait for
  // it.
  const [isMapBuilt, setMapBuilt] = useState(stage.isMapOpen)
  if (stage.isMapOpen && !isMapBuilt) setMapBuilt(true)
  return (
    <div
      className={style.stage}
      data-layout={stage.layout}
      data-map={stage.isMapOpen ? 'open' : 'beneath'}
      style={
        { '--map-beside': `${share.beside}%`, '--map-below': `${share.below}%` } as CSSProperties
      }
    >
      <ThinBar active={isMoving} />
      <p className="sr-only" aria-live="polite">
        {isMoving ? '' : title}
      </p>
      <section className={style.map} aria-label={t('mapArea')} inert={!stage.isMapOpen}>
        <MapGuard text={t('mapFailed')}>
          <Suspense fallback={null}>
            {isMapBuilt && <MapBase palette={palette} onMap={onMap} onAreas={onAreas} />}
          </Suspense>
        </MapGuard>
        <MapGuard text={null}>
          <Suspense fallback={null}>
            {stage.layout === 'page' && stage.isMapOpen && showsFleet && <FleetOnMap />}
          </Suspense>
        </MapGuard>
      </section>
      {/* Makes a scrolling page scrollable by keyboard, even if it contains nothing focusable. */}
      <main id="content" tabIndex={stage.layout === 'page' ? 0 : -1} className={style.content}>
        <OwnScreensProvider value={ownScreens}>
          <Suspense fallback={<StartMark />}>
            <Outlet />
          </Suspense>
        </OwnScreensProvider>
      </main>
      {stage.layout === 'page' && stage.isMapOpen && (
        <section aria-label={t('mapSplit')} className={style.splitArea}>
          <MapSplit />
        </section>
      )}
      <div className={style.overlay} ref={overlayRef} />
    </div>
  )
}

type HeadProps = Pick<
  Parameters<typeof ShellHeader>[0],
  'isMapOpen' | 'onMap' | 'onSearch' | 'onAction' | 'personRef'
>
/** Header and menu; full-screen pages have neither. */
const Head = ({ onAction, ...header }: HeadProps) => {
  const { t } = useTranslation('app')
  const narrow = useNarrow()
  const folded = useStored(sideMenu) === 'closed'
  const [isMenuOpen, setMenuOpen] = useState(false)
  const choose = (action: PersonAction): void => {
    setMenuOpen(false)
    onAction(action)
  }
  return (
    <>
      <a className={style.skip} href="#content">
        {t('skip')}
      </a>
      <ShellHeader
        {...header}
        folded={folded}
        onAction={choose}
        onMenu={() => (narrow ? setMenuOpen(true) : sideMenu.set(folded ? 'open' : 'closed'))}
      />
      <Menu
        isOpen={isMenuOpen}
        folded={folded}
        onClose={() => setMenuOpen(false)}
        onAction={choose}
      />
    </>
  )
}

const Frame = ({ palette }: { palette: Palette }) => {
  const { t } = useTranslation('app')
  const line = useCurrentLine()
  const folded = useStored(sideMenu) === 'closed'
  const pageMap = usePageMap()
  const [map, setMap] = useState<MapHandle | null>(null)
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const [areas, setAreas] = useState<OverlayAreas | null>(null)
  useSessionEnd()
  useOwnSettings()
  useLastSeen()
  const { personButton, act, dialogs } = usePersonDialogs()
  const { openSearch, searchDialogs } = useSearch(act)
  const [isFilledWithMap, fillWithMap] = useState(false)
  const layout = isFilledWithMap ? 'map' : (line?.layout ?? 'page')
  const { accountType } = useUser()
  const title = line ? t(titleFor(line, accountType)) : null
  useWindowTitle(title)
  const { openMap } = pageMap
  const isMapOpen = layout === 'map' || (pageMap.isOpen && !line?.isFullScreen)
  const stage = useMemo(
    (): Stage => ({ layout, isMapOpen, openMap, fillWithMap, overlay, areas }),
    [layout, isMapOpen, openMap, overlay, areas],
  )
  return (
    // A page that covers the map gets none, because nothing should be drawn on a hidden map.
    <MapContext value={stage.isMapOpen ? map : null}>
      <MapPaletteContext value={palette}>
        <StageProvider value={stage}>
          <div className={style.shell} data-folded={folded} data-full={line?.isFullScreen ?? false}>
            {!line?.isFullScreen && (
              <Head
                isMapOpen={layout === 'page' ? isMapOpen : null}
                onMap={pageMap.toggle}
                onSearch={openSearch}
                onAction={act}
                personRef={personButton}
              />
            )}
            <StageArea
              stage={stage}
              palette={palette}
              title={title}
              showsFleet={!line?.drawsOnMap && availableScreens().includes('monitor')}
              onMap={setMap}
              onAreas={setAreas}
              overlayRef={setOverlay}
            />
          </div>
          {dialogs}
          {searchDialogs}
        </StageProvider>
      </MapPaletteContext>
    </MapContext>
  )
}

/** The layout of every signed-in page: header, menu, and the single map. */
export const Shell = () => {
  const line = useCurrentLine()
  const own = usePalette()
  const palette = line?.isAlwaysDark ? 'dark' : own
  useLayoutEffect(() => {
    applyTheme(hostTheme().brand.primary, palette)
    return () => applyTheme(hostTheme().brand.primary, currentPalette())
  }, [palette])
  return currentUser() ? (
    <Providers palette={palette}>
      <Frame palette={palette} />
    </Providers>
  ) : (
    <StartMark />
  )
}
