import { EnvironmentOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { monitorLink, type OnMonitor } from '../lib/monitor-link.ts'
import { useOwnScreens } from './own-screens.ts'

/**
 * A link to the drone on the monitor's map, with its card open; renders nothing without access to
 * the monitor. `withWord`: adds a label to the icon.
 */
export const MapLink = ({ withWord = false, ...what }: OnMonitor & { withWord?: boolean }) => {
  const { t } = useTranslation('ui')
  if (!useOwnScreens().findPath('monitor')) return null
  const label = t('terms:showOnTheMap')
  return (
    <Link
      to={monitorLink(what)}
      className="icon-link"
      {...(withWord ? {} : { 'title': label, 'aria-label': label })}
    >
      <EnvironmentOutlined aria-hidden />
      {withWord && label}
    </Link>
  )
}
