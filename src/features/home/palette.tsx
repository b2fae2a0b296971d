import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { languageNames, languages } from '#/core/i18n/languages.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { findCommands } from './find-commands.ts'
import type { Preferences } from './preferences.ts'

type Command = { id: string; text: string; kind: string; words: string; run: () => unknown }
type PaletteProps = { signedIn: boolean; preferences: Preferences }

/** A working command palette: type, select with arrow keys, Enter runs. Ctrl or Cmd with K focuses it. */
export function Palette(props: PaletteProps) {
  const { t } = useI18n()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [done, setDone] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useShortcut(() => input.current?.focus())
  const found = findCommands(useCommands(props), typed)
  const chosen = found[Math.min(at, found.length - 1)]

  function run(command: Command | undefined) {
    if (!command) return
    setDone(command.text)
    void command.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((found.indexOf(chosen as Command) + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') run(chosen)
    else if (event.key === 'Escape') setTyped('')
    else return
    event.preventDefault()
  }

  return (
    <div className="overflow-hidden rounded-xl border border-border bg-card shadow-float noscript:hidden">
      <div className="flex items-center gap-3 border-b border-border pr-4 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-ring">
        <input
          ref={input}
          role="combobox"
          aria-label={t('home:palette.label')}
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={chosen && `command-${chosen.id}`}
          aria-keyshortcuts="Control+K Meta+K"
          autoComplete="off"
          placeholder={t('home:palette.placeholder')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent px-4 text-lg placeholder:text-muted-foreground focus-visible:-outline-offset-4"
        />
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-border px-1.5 font-mono text-xs text-muted-foreground pointer-coarse:hidden"
        >
          {t('app:palette.keys')}
        </kbd>
      </div>
      <div
        id="commands"
        role="listbox"
        aria-label={t('home:palette.label')}
        className="h-[21rem] overflow-y-auto p-1.5 pointer-coarse:h-[18.25rem]"
      >
        {found.map((command) => (
          <Option
            key={command.id}
            command={command}
            selected={command === chosen}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <p role="status" className="border-t border-border bg-muted px-4 py-2 text-sm text-muted-foreground">
        {found.length === 0
          ? t('home:palette.empty')
          : done
            ? t('home:palette.done', { command: done })
            : t('home:palette.hint')}
      </p>
    </div>
  )
}

function Option({ command, selected, onRun }: { command: Command; selected: boolean; onRun: () => void }) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = row.current?.parentElement
    // Scrolls the list only; scrollIntoView would also scroll the page.
    if (!selected || !list || !row.current) return
    const top = row.current.offsetTop - list.offsetTop
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + row.current.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + row.current.offsetHeight - list.clientHeight
  }, [selected])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys, as a combobox does
    <div
      ref={row}
      id={`command-${command.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      className="flex h-9 cursor-pointer items-center justify-between gap-4 rounded-lg px-2.5 hover:bg-accent aria-selected:bg-accent pointer-coarse:h-11"
    >
      <span className="truncate">{command.text}</span>
      <span className="text-sm text-muted-foreground">{command.kind}</span>
    </div>
  )
}

function useCommands({
  signedIn,
  preferences: { themes, chooseTheme, chooseLanguage },
}: PaletteProps): Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const pages = signedIn ? (['/dashboard'] as const) : (['/register', '/login'] as const)
  const names = { '/dashboard': 'home:dashboard', '/register': 'home:start', '/login': 'home:login' } as const
  return [
    ...pages.map((to) => ({
      id: to.slice(1),
      text: t(names[to]),
      kind: t('home:palette.page'),
      run: () => navigate({ to }),
    })),
    ...themes.map((theme) => ({
      id: theme,
      text: t(`app:theme.${theme}`),
      kind: t('app:theme.label'),
      run: () => chooseTheme(theme),
    })),
    ...languages.map((language) => ({
      id: language,
      text: languageNames[language].own,
      kind: t('app:language.label'),
      run: () => chooseLanguage(language),
      also: languageNames[language].english,
    })),
  ].map((command) => ({
    ...command,
    words: `${command.text} ${command.kind} ${'also' in command ? command.also : ''}`,
  }))
}

function useShortcut(focus: () => void) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}
