import { CopyOutlined, DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { saveFile } from '../../../lib/save-file.ts'
import style from './second-factor.module.css'

/** Prints only this text, in a separate frame. */
const printText = (title: string, text: string): void => {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument!
  page.title = title
  const sheet = page.createElement('pre')
  sheet.textContent = text
  page.body.append(sheet)
  frame.contentWindow!.print()
  // Deferred, because some browsers print after the call has returned.
  setTimeout(() => frame.remove(), 60_000)
}

type Props = { codes: readonly string[]; name: string }

/** New recovery codes, which the server returns only once: to copy, print or download. */
export const RecoveryCodes = ({ codes, name }: Props) => {
  const { t } = useTranslation('second-factor')
  const { productName } = hostTheme()
  const title = t('codesFile', { name, product: productName, host: window.location.hostname })
  const text = `${title}\n\n${codes.join('\n')}\n`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    showSuccess(t('terms:copied'))
  }
  return (
    <div className="grid gap-16">
      <p className="m-0">{t('codesHint')}</p>
      <ul className={`list-plain grid rounded-8 bg-raised p-16 ${style.codes}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-8">
        {/* Browsers offer the clipboard only on secure pages. */}
        {window.isSecureContext && (
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            {t('terms:copy')}
          </Button>
        )}
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t('download')}
        </Button>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => printText(title, text)}>
          {t('terms:print')}
        </Button>
      </div>
    </div>
  )
}
