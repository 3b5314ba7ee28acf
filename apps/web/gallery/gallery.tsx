// The page around the examples: a list of their names, and the controls of how they are shown.
import { languages, type Language } from '@swath/i18n/languages'
import { useState } from 'react'
import { languageNames } from '../src/lib/language.ts'
import { toSearch, type Address } from './address.ts'
import { examples } from './examples.ts'

const widths = [375, 800, null]

type ChoiceProps<Value> = {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}
const Choice = <Value,>({ label, options, value, onChange }: ChoiceProps<Value>) => (
  <fieldset>
    <legend>{label}</legend>
    {options.map(([one, text]) => (
      <button key={text} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {text}
      </button>
    ))}
  </fieldset>
)

type NamesProps = { chosen: string | null; choose: (name: string | null) => void }
const Names = ({ chosen, choose }: NamesProps) => {
  const [wanted, setWanted] = useState('')
  const words = wanted.toLowerCase().trim()
  const found = examples.filter(({ name, folder }) => `${folder}/${name}`.includes(words))
  const link = (name: string | null) => (
    <li key={name}>
      <button type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
        {name ?? 'All examples'}
      </button>
    </li>
  )
  return (
    <nav aria-label="Examples">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search examples"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul>{link(null)}</ul>
      {[...new Set(found.map(({ folder }) => folder))].map((folder) => (
        <section key={folder}>
          <h2>{folder}</h2>
          <ul>{found.filter((one) => one.folder === folder).map(({ name }) => link(name))}</ul>
        </section>
      ))}
      {found.length === 0 && <p>No examples found.</p>}
    </nav>
  )
}

/** A page inside the page, so that media queries see its width. */
export const ExampleFrame = ({ width, ...address }: Address) => (
  <iframe
    title={address.example ?? 'all'}
    src={toSearch({ ...address, width: null })}
    style={{ inlineSize: width ?? '100%' }}
  />
)

export const Gallery = ({ first }: { first: Address }) => {
  const [address, setAddress] = useState(first)
  const change = (part: Partial<Address>): void => {
    const next = { ...address, ...part }
    history.replaceState(null, '', toSearch(next))
    setAddress(next)
  }
  const { chosen, theme, language, width } = address
  return (
    <div className="gallery">
      <header>
        <h1>Swath gallery</h1>
        <Choice
          label="Theme"
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          value={theme}
          onChange={(next: Address['theme']) => change({ theme: next })}
        />
        <Choice
          label="Width"
          options={widths.map((px) => [px, px === null ? 'Wide' : `${px} px`])}
          value={width}
          onChange={(next) => change({ width: next })}
        />
        <Choice
          label="Language"
          options={languages.map((one) => [one, languageNames[one]])}
          value={language}
          onChange={(next: Language) => change({ language: next })}
        />
      </header>
      <Names chosen={chosen} choose={(name) => change({ chosen: name })} />
      <main>
        <ExampleFrame {...address} chosen={null} example={chosen ?? 'all'} />
      </main>
    </div>
  )
}
