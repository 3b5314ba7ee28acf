import type { Screen } from '@swath/domain/access/screens'
import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { alwaysThere, toScreenList } from './screen-lists.ts'
import style from './accounts.module.css'

type Props = {
  id?: string
  value?: readonly Screen[] | null
  onChange?: (screens: Screen[] | null) => void
}

/** Selects all screens, or some that the person has, grouped and named as in the menu. */
export const ScreenChoice = ({ id, value = null, onChange }: Props) => {
  const { t } = useTranslation('accounts')
  const { groups } = useOwnScreens()
  const offered = groups.flatMap(({ screens }) => screens.map(({ screen }) => screen))
  const [lastChosen, setLastChosen] = useState<readonly Screen[]>(value ?? offered)
  const chosen = value?.filter((screen) => offered.includes(screen)) ?? null
  const tell = (next: readonly Screen[]): void => {
    const list = toScreenList(next, offered, value ?? [])
    setLastChosen(list)
    onChange?.(list)
  }
  const toggle = (screens: readonly Screen[], isOn: boolean): void => {
    const rest = (chosen ?? []).filter((screen) => !screens.includes(screen))
    tell(isOn ? [...rest, ...screens] : rest)
  }
  return (
    <div id={id} className="grid gap-12" role="group" aria-label={t('screens')}>
      <Radio.Group
        value={chosen === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: t('screensAll') },
          { value: 'some', label: t('screensSome') },
        ]}
        onChange={({ target }) =>
          target.value === 'all'
            ? onChange?.(null)
            : tell(lastChosen.filter((screen) => offered.includes(screen)))
        }
      />
      {chosen === null ? (
        <p className={style.hint}>{t('screensAllHint')}</p>
      ) : (
        groups
          .filter(({ screens }) => screens.length > 0)
          .map(({ title, screens }) => {
            const own = screens.map(({ screen }) => screen)
            const free = own.filter((screen) => !alwaysThere.includes(screen))
            const on = own.filter(
              (screen) => chosen.includes(screen) || alwaysThere.includes(screen),
            )
            return (
              <fieldset key={title} className={style.screens}>
                <legend>
                  <Checkbox
                    checked={on.length === own.length}
                    indeterminate={on.length > 0 && on.length < own.length}
                    disabled={free.length === 0}
                    onChange={({ target }) => toggle(free, target.checked)}
                  >
                    {title || t('screensTop')}{' '}
                    <span className={style.hint}>
                      {formatCount(on.length)} / {formatCount(own.length)}
                    </span>
                  </Checkbox>
                </legend>
                <div className={style.boxes}>
                  {screens.map((one) => (
                    <Checkbox
                      key={one.screen}
                      disabled={alwaysThere.includes(one.screen)}
                      checked={on.includes(one.screen)}
                      onChange={({ target }) => toggle([one.screen], target.checked)}
                    >
                      {one.title}
                    </Checkbox>
                  ))}
                </div>
              </fieldset>
            )
          })
      )}
    </div>
  )
}
