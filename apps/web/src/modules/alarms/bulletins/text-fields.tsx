import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import type { BulletinText } from '@swath/contract/alarms/bulletin-rows'
import { languages, type Language } from '@swath/i18n/languages'
import { Button, Dropdown, Form, Input, Segmented, Skeleton } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../lib/language.ts'
import { lazyComponent } from '../../../lib/lazy-component.tsx'
import { newText, replaceText, type Draft, type Mistakes } from './draft.ts'
import style from './editor.module.css'
import editorStyle from './rich-editor.module.css'

/** The editor is large, so it is loaded on demand. */
const RichEditor = lazyComponent(async () => (await import('./rich-editor.tsx')).RichEditor)

type Props = {
  draft: Draft
  setDraft: (change: (draft: Draft) => Draft) => void
  mistakes: Mistakes
  language: Language
  setLanguage: (language: Language) => void
}

const AddLanguage = ({ draft, setDraft, setLanguage }: Props) => {
  const { t } = useTranslation('bulletins')
  const missing = languages.filter(
    (language) => !draft.texts.some((text) => text.language === language),
  )
  if (missing.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: missing.map((language) => ({ key: language, label: languageNames[language] })),
        onClick: ({ key }) => {
          const language = key as Language
          setDraft((before) => ({ ...before, texts: [...before.texts, newText(language)] }))
          setLanguage(language)
        },
      }}
    >
      <Button icon={<PlusOutlined aria-hidden />}>{t('addLanguage')}</Button>
    </Dropdown>
  )
}

/** Selects the language to write. */
const LanguageBar = ({ draft, setDraft, language, setLanguage }: Props) => {
  const { t } = useTranslation('bulletins')
  const remove = (): void => {
    const left = draft.texts.filter((text) => text.language !== language)
    setDraft((before) => ({
      ...before,
      texts: before.texts.filter((text) => text.language !== language),
    }))
    setLanguage(left[0]!.language)
  }
  return (
    <div className={`flex wrap gap-8 items-center ${style.languages}`}>
      <Segmented<Language>
        aria-label={t('languages')}
        options={draft.texts.map((text) => ({
          value: text.language,
          label: languageNames[text.language],
        }))}
        value={language}
        onChange={setLanguage}
      />
      <Button type="text" icon={<CloseOutlined aria-hidden />} onClick={remove}>
        {t('removeLanguage', { language: languageNames[language] })}
      </Button>
    </div>
  )
}

const useMistakeText = (): ((message: string | undefined) => string | null) => {
  const { t } = useTranslation('bulletins')
  return (message) =>
    message === undefined ? null : message === 'bodyTooLong' ? t('bodyTooLong') : t('isRequired')
}

const TextOf = ({ text, place, ...props }: Props & { text: BulletinText; place: number }) => {
  const { t } = useTranslation('bulletins')
  const { setDraft, mistakes } = props
  const { language } = text
  const toText = useMistakeText()
  const wrongTitle = toText(mistakes[`texts.${place}.title`])
  const wrongBody = toText(mistakes[`texts.${place}.body`])
  const titleId = `bulletin-title-${language}`
  return (
    <>
      <Form.Item
        label={t('titleHead')}
        htmlFor={titleId}
        required
        validateStatus={wrongTitle ? 'error' : ''}
        help={wrongTitle}
      >
        <Input
          id={titleId}
          size="large"
          lang={language}
          maxLength={120}
          autoComplete="off"
          value={text.title}
          onChange={(event) =>
            setDraft((before) => replaceText(before, language, { title: event.target.value }))
          }
        />
      </Form.Item>
      <Form.Item
        label={t('body')}
        required
        validateStatus={wrongBody ? 'error' : ''}
        help={wrongBody}
      >
        <div className={editorStyle.place}>
          <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
            <RichEditor
              value={text.body}
              label={t('body')}
              language={language}
              onChange={(body) => setDraft((before) => replaceText(before, language, { body }))}
            />
          </Suspense>
        </div>
      </Form.Item>
    </>
  )
}

/** Title and text for each language. */
export const TextFields = (props: Props) => {
  const { t } = useTranslation('bulletins')
  const { draft, language } = props
  const place = draft.texts.findIndex((text) => text.language === language)
  const text = draft.texts[place]
  return (
    <>
      <div className="flex wrap gap-8 items-center justify-between mb-16">
        <h2 id="bulletin-content" className={style.heading}>
          {t('content')}
        </h2>
        <AddLanguage {...props} />
      </div>
      {draft.texts.length > 1 && <LanguageBar {...props} />}
      {text && <TextOf key={language} {...props} text={text} place={place} />}
      <p className={style.hint}>
        {t('firstLanguage', { language: languageNames[draft.texts[0]!.language] })}
      </p>
    </>
  )
}
