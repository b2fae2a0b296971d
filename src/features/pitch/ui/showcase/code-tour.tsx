import { Check, Folder } from 'lucide-react'
import type { CSSProperties } from 'react'
import { CodeParts } from '#/components/code-parts.tsx'
import { PathText } from '#/components/path-text.tsx'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { baseColor } from './base-color.ts'
import { code, tree } from './code.ts'

const steps = ['access', 'verb', 'live'] as const
// One after the other, as they run. On phones each in its turn is scrolled to.
const delays = { access: 'delay-0', verb: 'delay-500', live: 'delay-1000' }
const last = 'delay-1500'
// The heights of those above, less their slabs.
const stacked = { access: '', verb: '[--above:11.75rem]', live: '[--above:23.5rem]' }

/**
 * A to-do to check off beside the code that this runs, which lights up. The browser's checkbox and style
 * sheet do it: nothing here is hydrated.
 */
export function CodeTour() {
  const t = useTranslate()
  return (
    <div
      data-unhydrated
      className="group/tour grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[17.25rem_minmax(0,1fr)]"
    >
      {/* On phones the code is between what it connects, and the files are last. */}
      <div className="grid content-start gap-5 max-md:contents">
        <label className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-3 rounded-xl border border-border bg-card shadow-xs hover:bg-accent">
          <input
            type="checkbox"
            autoComplete="off"
            className="peer size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-input bg-card checked:border-brand checked:bg-brand"
          />
          <Check
            strokeWidth={3}
            aria-hidden="true"
            className="pointer-events-none absolute ml-1 size-3 text-card opacity-0 peer-checked:opacity-100"
          />
          <span className="grid peer-checked:[&>:first-child]:line-through">
            <span className="font-medium">{t('showcase:code.todo')}</span>
            <span className="text-sm text-muted-foreground">{t('showcase:code.here')}</span>
          </span>
        </label>
        <div
          aria-hidden="true"
          data-lights={steps.length}
          className="flex min-h-14 scroll-mt-16 items-center gap-3 rounded-xl border border-border bg-muted/50 px-4 py-3 text-muted-foreground max-md:order-1"
        >
          <span
            className={`grid size-5 shrink-0 place-items-center rounded-full border border-input bg-card transition-colors duration-180 group-has-checked/tour:border-brand group-has-checked/tour:bg-brand ${last}`}
          >
            <Check strokeWidth={3} className="size-3 text-card" />
          </span>
          <span className="grid">
            <span
              className={`decoration-transparent transition-colors duration-180 group-has-checked/tour:line-through group-has-checked/tour:decoration-current ${last}`}
            >
              {t('showcase:code.todo')}
            </span>
            <span className="text-sm">{t('showcase:code.there')}</span>
          </span>
        </div>
        <div className="rounded-xl border border-border bg-card p-4 font-mono-system text-sm leading-6 max-md:order-1">
          <p className="flex items-center gap-2 text-muted-foreground">
            <Folder className="size-4" aria-hidden="true" />
            <PathText text={tree.folder.join('/')} />
          </p>
          <ul aria-label={t('showcase:code.files')} className="mt-1 ml-2 border-l border-border pl-4">
            {tree.files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </div>
      </div>
      <ol
        style={{ '--slab-of-last': baseColor } as CSSProperties}
        className="grid min-w-0 content-start gap-3 unstack"
      >
        {steps.map((step, index) => (
          <li key={step} data-lights={index} className={cn('min-w-0 scroll-mt-16', stacked[step])}>
            <div className="overflow-hidden rounded-xl border border-border bg-card">
              <p className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3">
                <span className="font-semibold">{t(`showcase:code.${step}`)}</span>
                <span className="font-mono-system text-xs text-muted-foreground">{code[step].file}</span>
              </p>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
              <pre tabIndex={0} className="overflow-x-auto py-3 max-lg:fade-at-end [--ground:var(--card)]">
                <code className="block w-max min-w-full shrink-0 font-mono-system text-xs leading-5 max-lg:min-w-0 max-lg:grow">
                  {code[step].text.split('\n').map((line) => (
                    <span
                      key={line}
                      className={cn(
                        'block px-4',
                        line.includes(code[step].lit) && [
                          'transition-colors duration-180 group-has-checked/tour:bg-brand-muted',
                          delays[step],
                        ],
                      )}
                    >
                      <CodeParts text={`${line}\n`} />
                    </span>
                  ))}
                </code>
              </pre>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
