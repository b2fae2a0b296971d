import { useHydrated } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormTexts } from '../form/form-texts.tsx'
import { lazyPart } from '../part/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../use-copy.ts'

const asWritten = ({ written }: { written: ReactNode }) => written

/** Its colors, once they have loaded: only in the browser, which the server can't wait for. */
const Colored = lazyPart<{ code: string; written: ReactNode }>(
  async () => {
    const { CodeParts } = await import('../code-parts.tsx')
    return {
      default: ({ code }) => (
        <code>
          <CodeParts text={code} />
        </code>
      ),
    }
  },
  { pending: asWritten, failed: asWritten },
)
/** The languages that look like TypeScript. */
const COLORED = /^([jt]sx?|json|(java|type)script)$/
/** More code than this stays plain: each of its words would be an element. */
const COLORED_MAX_LENGTH = 10_000

type CodeBlockProps = { code: string; language: string | undefined; children: ReactNode }

/** A block of code, in colors where its language has some. */
export function CodeBlock({ code, language, children }: CodeBlockProps) {
  return (
    <CodeFrame code={code} language={language}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="fade-at-end [--ground:color-mix(in_oklab,var(--muted)_40%,var(--card))] overflow-x-auto bg-(--ground) py-3.5 pl-4 font-mono text-sm -outline-offset-2 [&_code]:bg-transparent [&_code]:whitespace-pre [&_code]:p-0 [&_code]:text-[1em]"
      >
        {useHydrated() && COLORED.test(language ?? '') && code.length <= COLORED_MAX_LENGTH ? (
          <Colored code={code} written={children} />
        ) : (
          children
        )}
      </pre>
    </CodeFrame>
  )
}

type CodeFrameProps = { code: string; language: string | undefined; children: ReactNode }

/** A block of code with its language and a button that copies it. */
function CodeFrame({ code, language, children }: CodeFrameProps) {
  const translate = useFormTexts()
  const copy = useCopy()
  const label = translate('app:copy.code')
  return (
    <div className="overflow-clip rounded-xl border border-border bg-card">
      <div className="flex h-10 items-center justify-between border-b border-border pr-1 pl-4 pointer-coarse:h-12">
        <span className="font-mono text-xs text-muted-foreground">{language}</span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title={label}
          onClick={() => void copy(code)}
          className="text-muted-foreground hover:text-foreground"
        >
          <Copy className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {children}
    </div>
  )
}
