import { useState, type ReactNode } from 'react'
import { CODE_LENGTH, CodeInput } from '#/components/form/code-input.tsx'
import { languageNames, languages } from '#/core/i18n/languages.ts'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import type { Preferences } from './preferences.ts'

const choiceClass =
  'flex h-9 cursor-pointer items-center justify-center rounded-lg border border-input bg-card px-3 hover:bg-accent aria-current:border-brand aria-current:bg-accent aria-current:font-medium aria-pressed:border-brand aria-pressed:bg-accent aria-pressed:font-medium pointer-coarse:h-11'

/** Parts of the product to try: language, theme and the one-time code field. */
export function TryIt({ preferences }: { preferences: Preferences }) {
  return (
    <div className="grid gap-px overflow-hidden rounded-xl border border-border bg-border lg:grid-cols-3 noscript:grid-cols-1">
      <Languages choose={preferences.chooseLanguage} />
      <Themes {...preferences} />
      <Code />
    </div>
  )
}

function Piece({
  name,
  children,
  className = '',
}: {
  name: 'language' | 'theme' | 'code'
  children: ReactNode
  className?: string
}) {
  const t = useTranslate()
  return (
    <section
      aria-labelledby={`piece-${name}`}
      className={`grid content-start gap-4 bg-card p-6 ${className}`}
    >
      <div className="grid gap-1">
        <h3 id={`piece-${name}`} className="text-lg font-semibold">
          {t(`home:pieces.${name}.title`)}
        </h3>
        <p className="text-muted-foreground">{t(`home:pieces.${name}.text`)}</p>
      </div>
      {children}
    </section>
  )
}

/** Links, so that they work before hydration and without JavaScript. */
function Languages({ choose }: { choose: Preferences['chooseLanguage'] }) {
  const { language } = useI18n()
  return (
    <Piece name="language">
      <ul className="grid grid-cols-2 gap-2">
        {languages.map((name) => (
          <li key={name}>
            <a
              href={`/?lng=${name}`}
              lang={name}
              hrefLang={name}
              aria-current={name === language ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                choose(name)
              }}
              className={choiceClass}
            >
              {languageNames[name].own}
            </a>
          </li>
        ))}
      </ul>
    </Piece>
  )
}

function Themes({ theme, themes, chooseTheme }: Preferences) {
  const t = useTranslate()
  return (
    <Piece name="theme" className="noscript:hidden">
      <div className="grid grid-cols-3 gap-2">
        {themes.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === theme}
            onClick={() => chooseTheme(name)}
            className={choiceClass}
          >
            {t(`app:theme.${name}`)}
          </button>
        ))}
      </div>
    </Piece>
  )
}

function Code() {
  const t = useTranslate()
  const [digits, setDigits] = useState('')
  const [complete, setComplete] = useState(false)
  return (
    <Piece name="code" className="noscript:hidden">
      <div className="grid gap-1.5">
        <label htmlFor="code" className="font-medium">
          {t('home:pieces.code.label')}
        </label>
        <CodeInput
          id="code"
          autoComplete="off"
          aria-describedby="code-note"
          onDigits={(now) => {
            setDigits(now)
            setComplete(false)
          }}
          onComplete={() => setComplete(true)}
        />
        <p id="code-note" role="status" className="text-sm text-muted-foreground">
          {complete
            ? t('home:pieces.code.complete', { length: CODE_LENGTH })
            : t('home:pieces.code.typed', { typed: digits.length, length: CODE_LENGTH })}
        </p>
      </div>
    </Piece>
  )
}
