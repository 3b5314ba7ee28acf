import { mapShare } from '../lib/map-share.ts'
import { useStored } from '../lib/stored.ts'
import { sizes } from '../lib/theme.ts'
import { useStage } from './stage.tsx'
import { useMedia } from './use-width.ts'

/** Width of the page, without menu and map, that the texts of a toolbar need, px. */
const roomPx = sizes.wide - sizes.menuOpen

/** True on pages with room for the texts of toolbars. */
export const useRoomy = (): boolean => {
  const { layout, isMapOpen } = useStage()
  const { beside } = useStored(mapShare)
  const pageShare = layout === 'page' && isMapOpen ? 1 - beside / 100 : 1
  return useMedia(`(min-width: ${Math.ceil(sizes.menuOpen + roomPx / pageShare)}px)`)
}
