import { useEffect, useState } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'
import { sectionAnchor } from './group-of-settings.tsx'
import type { shownGroups } from '#/app/registry/settings-sections.ts'

type Groups = ReturnType<typeof shownGroups>

const groupClass = [
  'flex h-11 shrink-0 items-center px-3 font-medium text-muted-foreground hover:text-foreground aria-[current]:text-foreground md:h-8 md:rounded-lg md:px-2.5 md:pointer-coarse:h-11 md:hover:bg-accent',
  'max-md:aria-[current]:shadow-[inset_0_-2px_0_var(--foreground)] md:aria-[current]:bg-muted',
].join(' ')

/** Links to the groups and, below each, to its cards after the first. Sticky; a bar on phones. */
export function SettingsContents({ groups }: { groups: Groups }) {
  const t = useTranslate()
  const current = useGroupInView(groups)
  return (
    <nav
      aria-label={t('settings:contents')}
      className="sticky top-14 z-5 -mx-4 flex overflow-x-auto border-b border-border bg-background px-1 md:top-22 md:-mx-2.5 md:grid md:gap-px md:self-start md:overflow-visible md:border-0 md:p-0"
    >
      {groups.map(({ id, cards }) => (
        <div key={id} className="md:grid md:gap-px">
          <a href={`#${id}`} aria-current={id === current ? 'true' : undefined} className={groupClass}>
            {t(`settings:groups.${id}.title`)}
          </a>
          {cards.slice(1).map(([section]) =>
            section ? (
              <a
                key={section.id}
                href={`#${sectionAnchor(section.id)}`}
                className="ml-3 border-l border-border py-1 pl-3 text-sm text-muted-foreground hover:border-foreground hover:text-foreground max-lg:hidden pointer-coarse:py-3"
              >
                {t(section.title)}
              </a>
            ) : null,
          )}
        </div>
      ))}
    </nav>
  )
}

/** The last group whose start is above the upper third of the window; at the page's end, the last group. */
function useGroupInView(groups: Groups): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(groups[0]?.id)
  useEffect(() => {
    const find = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0
      const passed = groups.filter(
        ({ id }) =>
          (document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3,
      )
      setCurrent((isAtEnd ? groups : passed).at(-1)?.id ?? groups[0]?.id)
    }
    find()
    addEventListener('scroll', find, { passive: true })
    return () => removeEventListener('scroll', find)
  }, [groups])
  return current
}
