import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './captcha.module.css'

/**
 * An image with four digits. Increment `picture` to load another one: when the page opens, on a
 * click, and after a failure.
 */
export const Captcha = ({ picture, onAnother }: { picture: number; onAnother: () => void }) => {
  const { t } = useTranslation('auth')
  const [entered] = useState(() => Math.random().toString(36).slice(2, 10))
  const [failed, setFailed] = useState<number | null>(null)
  return (
    <button
      type="button"
      className={style.captcha}
      onClick={onAnother}
      aria-label={failed === picture ? t('captchaFailed') : t('captchaImage')}
    >
      {failed === picture ? (
        <span>{t('captchaFailed')}</span>
      ) : (
        <img
          key={picture}
          src={`/api/user/baseaccount/captcha?r=${entered}${picture}`}
          alt=""
          width={120}
          height={42}
          onError={() => setFailed(picture)}
        />
      )}
    </button>
  )
}
