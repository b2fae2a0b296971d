import { useEffect, useState, type ReactNode } from 'react'
import { useFormTexts } from './form/form-texts.tsx'
import { pageContents } from './page-head.ts'

type Linked = { id: string; title: string }
type PageContentsProps = {
  /** In their order on the page; with links to what is in them. */
  sections: readonly (Linked & { parts?: readonly Linked[] })[]
  /** Has the ids of the sections and their parts, each with `scroll-below-bars`. */
  children: ReactNode
}

const sectionClass = [
  'flex h-11 shrink-0 items-center px-3 font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-[current]:text-foreground md:h-auto md:min-h-8 md:rounded-lg md:px-2.5 md:py-1 md:whitespace-normal md:pointer-coarse:min-h-11 md:hover:bg-accent',
  'relative before:absolute before:inset-x-3 before:bottom-0 before:hidden before:h-0.5 before:bg-foreground max-md:aria-[current]:before:block md:aria-[current]:bg-muted',
].join(' ')

/** The content of a long page, next to links to its sections. They are sticky; on phones, a bar above. */
export function PageContents({ sections, children }: PageContentsProps) {
  const translate = useFormTexts()
  const current = useSectionInView(sections.map(({ id }) => id).join(' '))
  return (
    <div className={pageContents}>
      <nav
        aria-label={translate('app:nav.contents')}
        className="sticky top-14 z-5 -mx-4 flex overflow-x-auto border-b border-border bg-background pl-1 max-md:fade-at-end [--ground:var(--background)] md:top-22 md:-mx-2.5 md:grid md:gap-px md:self-start md:overflow-visible md:border-0 md:p-0"
      >
        {sections.map(({ id, title, parts = [] }) => (
          <div key={id} className="md:grid md:gap-px">
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined} className={sectionClass}>
              {title}
            </a>
            {parts.map((part) => (
              <a
                key={part.id}
                href={`#${part.id}`}
                className="ml-3 border-l border-border py-1 pl-3 text-sm text-muted-foreground hover:border-foreground hover:text-foreground max-lg:hidden pointer-coarse:py-3"
              >
                {part.title}
              </a>
            ))}
          </div>
        ))}
      </nav>
      {children}
    </div>
  )
}

/**
 * The last section whose start is above the upper third of the window. At the page's end: the one that the
 * address names, if its start is in view, or the last one.
 */
function useSectionInView(ids: string): string | undefined {
  const [current, setCurrent] = useState(ids.split(' ')[0])
  useEffect(() => {
    const sections = ids.split(' ')
    const find = () => {
      const startOf = (id: string) =>
        document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0
      const named = sections.find((id) => `#${id}` === location.hash && startOf(id) >= 0)
      const passed = sections.filter((id) => startOf(id) < innerHeight / 3)
      setCurrent((isAtEnd ? (named ?? sections.at(-1)) : passed.at(-1)) ?? sections[0])
    }
    find()
    addEventListener('scroll', find, { passive: true })
    addEventListener('hashchange', find)
    return () => {
      removeEventListener('scroll', find)
      removeEventListener('hashchange', find)
    }
  }, [ids])
  return current
}
