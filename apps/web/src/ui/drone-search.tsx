import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SlashKey } from './slash-key.tsx'
import { useSlash } from './use-slash.ts'

const restsAfterMs = 300

/** The text of a search field, and a debounced copy of it for the query. */
export const useRestingText = () => {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text.trim()), restsAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, wanted }
}

type Props = { text: string; onText: (text: string) => void }

/** Filters the drones of a panel by name or serial number; `/` focuses it. */
export const DroneSearch = ({ text, onText }: Props) => {
  const { t } = useTranslation('terms')
  const search = useSlash()
  return (
    <Input
      ref={search}
      allowClear
      value={text}
      maxLength={100}
      placeholder={t('nameOrSerialNumber')}
      aria-label={t('nameOrSerialNumber')}
      prefix={<SearchOutlined className="muted" aria-hidden />}
      suffix={text ? undefined : <SlashKey />}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
