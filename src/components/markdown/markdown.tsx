import { createContext, use, useMemo, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { isTooComplexMarkdown } from '#/lib/markdown-limits.ts'
import { cn } from '#/lib/cn.ts'
import { CodeFrame } from './code-frame.tsx'
import { LineIcon } from '../line-icon.tsx'
import { useFormTexts } from '../form/form-texts.tsx'
import { findFormulas, type Formula } from './find-formulas.ts'
import { citationOf, markCitations } from './mark-citations.ts'
import { placeFormulas } from './place-formulas.ts'
import { withoutEmailAutolinks } from './without-email-autolinks.ts'

/** Extensions per page: a renderer of citations `[1]` (undefined keeps the text) and one of TeX formulas. */
type MarkdownExtras = {
  /** The path of this site below which images are shown. All others are links. */
  imagesFrom?: string
  renderCitation?: (number: number) => ReactNode | undefined
  renderFormula?: (formula: Formula) => ReactNode
}

const Extras = createContext<MarkdownExtras & { formulas: readonly Formula[] }>({ formulas: [] })

// User content is below the page's title, its links open safely, and it makes no requests to other origins:
// images are shown as links, unless they are the page's own.
const components: Components = {
  h1: ({ node: _, ...props }) => <Heading {...props} className="mt-4 text-xl font-semibold" />,
  h2: ({ node: _, ...props }) => <Heading {...props} className="mt-4 text-xl font-semibold" />,
  h3: ({ node: _, ...props }) => <Heading {...props} className="mt-2 text-lg font-semibold" />,
  h4: ({ node: _, ...props }) => <Heading {...props} className="font-semibold" />,
  h5: ({ node: _, ...props }) => <Heading {...props} className="font-semibold" />,
  h6: ({ node: _, ...props }) => <Heading {...props} className="font-semibold" />,
  a: ({ node: _, ...props }) => <Away {...props} />,
  img: ({ src, alt }) => (typeof src === 'string' ? <Picture src={src} alt={alt} /> : alt),
  ul: ({ node: _, className, ...props }) => (
    <ul
      {...props}
      className={
        // A task list has check marks instead of bullets.
        className?.includes('task-list')
          ? 'grid gap-1.5 [&>li]:pl-6'
          : 'grid list-disc gap-1.5 pl-5.5 marker:text-muted-foreground'
      }
    />
  ),
  ol: ({ node: _, ...props }) => (
    <ol {...props} className="grid list-decimal gap-1.5 pl-5.5 marker:text-muted-foreground" />
  ),
  blockquote: ({ node: _, ...props }) => (
    <blockquote {...props} className="grid gap-3 border-l-2 border-border pl-4" />
  ),

  pre: ({ node, ...props }) => <CodeBlock {...props} code={textIn(node)} language={languageOf(node)} />,
  code: ({ node, ...props }) => (
    <code
      {...props}
      className={cn(
        'rounded-sm bg-muted box-decoration-clone px-1.25 py-0.5 font-mono text-[0.86em]',
        textIn(node).length <= CODE_ON_ONE_LINE && 'whitespace-nowrap',
      )}
    />
  ),
  table: ({ node: _, ...props }) => (
    <div className="overflow-x-auto rounded-xl border border-border bg-card">
      <table
        {...props}
        className="min-w-full border-collapse text-base tabular-nums [&_td]:border-t [&_td]:border-border/60 [&_td]:px-4 [&_td]:py-2 [&_th]:bg-muted/60 [&_th]:px-4 [&_th]:py-2 [&_th]:text-left [&_th]:text-xs [&_th]:font-medium [&_th]:text-muted-foreground"
      />
    </div>
  ),
  hr: () => <hr className="border-border" />,
  // The only input in Markdown is the checkbox of a task list. A sign is read out and copied; a disabled
  // control would need a label.
  input: ({ checked }) => (
    <>
      <span className="sr-only">{checked ? '☑' : '☐'}</span>
      <span
        aria-hidden="true"
        className={cn(
          'mr-1 -ml-6 inline-grid size-4 place-items-center rounded-sm border align-[-0.03em] select-none',
          checked ? 'border-brand bg-brand text-card' : 'border-input bg-card',
        )}
      >
        {/* Drawn in both, because its baseline is that of the box. */}
        <LineIcon className={cn('size-3', !checked && 'invisible')}>
          <path strokeWidth="3" d="M20 6 9 17l-5-5" />
        </LineIcon>
      </span>
    </>
  ),
}

/** The length up to which inline code stays on one line, also in a narrow window. */
const CODE_ON_ONE_LINE = 24

/** A node of the parsed tree. */
type Parsed = {
  value?: unknown
  properties?: { className?: unknown }
  children?: readonly Parsed[]
}
const textIn = (node: Parsed | undefined): string =>
  typeof node?.value === 'string' ? node.value : (node?.children ?? []).map((child) => textIn(child)).join('')

/** The language after the opening fence, such as `ts`. */
function languageOf(pre: Parsed | undefined): string | undefined {
  const names = pre?.children?.[0]?.properties?.className
  const name: unknown = Array.isArray(names) ? names[0] : undefined
  return typeof name === 'string' ? name.replace(/^language-/, '') : undefined
}

type CodeBlockProps = ComponentProps<'pre'> & { code: string; language: string | undefined }

function CodeBlock({ code, language, ...props }: CodeBlockProps) {
  return (
    <CodeFrame code={code} language={language}>
      <pre
        {...props}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="fade-at-end [--ground:color-mix(in_oklab,var(--muted)_40%,var(--card))] overflow-x-auto bg-(--ground) py-3.5 pl-4 font-mono text-sm -outline-offset-2 [&_code]:bg-transparent [&_code]:whitespace-pre [&_code]:p-0 [&_code]:text-[1em]"
      />
    </CodeFrame>
  )
}

function Heading({ children, ...props }: ComponentProps<'h2'>) {
  return <h2 {...props}>{children}</h2>
}

/** True inside a link, where an image is shown as text instead of a nested link. */
const WithinLink = createContext(false)

function Away({ children, href }: ComponentProps<'a'>) {
  const isWithinLink = use(WithinLink)
  const { renderCitation } = use(Extras)
  const citation = citationOf(href)
  if (renderCitation && citation !== undefined) return renderCitation(citation) ?? children
  // A URL that is not allowed has been removed; only the text is left.
  if (!href || isWithinLink) return children
  return (
    <a
      href={href}
      rel="noopener noreferrer nofollow ugc"
      target={href.startsWith('#') ? undefined : '_blank'}
      className="rounded-sm font-medium text-link underline decoration-link/40 decoration-1 underline-offset-3"
    >
      <WithinLink value>{children}</WithinLink>
    </a>
  )
}

/** An image, with the size that its address ends with (`#800x600`), so that nothing moves when it arrives. */
function Picture({ src, alt }: { src: string; alt: string | undefined }) {
  const { imagesFrom } = use(Extras)
  const isOwn = imagesFrom !== undefined && src.startsWith(imagesFrom)
  const [, width, height] = (isOwn && OWN_IMAGE.exec(src.slice(imagesFrom.length))) || []
  if (width === undefined) return <Away href={src}>{alt || src}</Away>
  return (
    <img
      src={src}
      alt={alt ?? ''}
      width={width}
      height={height}
      loading="lazy"
      className="h-auto max-w-full rounded-lg border border-border bg-muted"
    />
  )
}

// No dots or slashes: the address of nothing else.
const OWN_IMAGE = /^[0-9a-z]+#(\d{1,4})x(\d{1,4})$/

/** Renders a formula by its number in the text. */
function FormulaPlace({ value }: { value?: string }) {
  const { renderFormula, formulas } = use(Extras)
  const formula = formulas[Number(value)]
  return formula && renderFormula ? renderFormula(formula) : formula?.source
}

const withFormulas = { ...components, formula: FormulaPlace }
const plain = [remarkGfm, quickly]
const withCitations = [...plain, markCitations]

function quickly(this: { data: () => object }): void {
  const data: { micromarkExtensions?: Parameters<typeof withoutEmailAutolinks>[0][] } = this.data()
  data.micromarkExtensions = data.micromarkExtensions?.map(withoutEmailAutolinks)
}

// The library's own labels are English in every language.
const footnotes = {
  footnoteLabel: '* * *',
  footnoteLabelProperties: {},
  footnoteBackLabel: (index: number) => `↩ ${index + 1}`,
}

type MarkdownProps = { text: string; className?: string; complexNote?: string } & MarkdownExtras

/**
 * Renders untrusted Markdown. HTML stays text, links are http, https or mailto, and nothing is fetched but
 * images below `imagesFrom`. All headings are h2, so that the page's heading order holds. `[1]` is a
 * citation with `renderCitation`, unless escaped as `\[1\]`; `$x$`, `\(x\)`, `$$x$$` and `\[x\]` are
 * formulas with `renderFormula`. A text that would take long to render is shown as source, below
 * `complexNote`.
 */
export function Markdown({ text, className = 'text-lg', complexNote, ...extras }: MarkdownProps) {
  const translate = useFormTexts()
  const isTooComplex = useMemo(() => isTooComplexMarkdown(text), [text])
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere ${className}`}>
      {isTooComplex ? (
        <>
          <p className="text-base text-muted-foreground">
            {complexNote ?? translate('app:markdown.shownAsWritten')}
          </p>
          <div className="whitespace-pre-wrap">{text}</div>
        </>
      ) : (
        <Rendered text={text} {...extras} />
      )}
    </div>
  )
}

function Rendered({ text, imagesFrom, renderCitation, renderFormula }: { text: string } & MarkdownExtras) {
  const found = useMemo(
    () => (renderFormula ? findFormulas(text) : { text, formulas: [] }),
    [text, renderFormula],
  )
  const extras = useMemo(
    () => ({ imagesFrom, renderCitation, renderFormula, formulas: found.formulas }),
    [imagesFrom, renderCitation, renderFormula, found.formulas],
  )
  const plugins = useMemo(
    () => [
      ...(renderCitation ? withCitations : plain),
      ...(found.formulas.length > 0 ? [placeFormulas(found.formulas)] : []),
    ],
    [renderCitation, found.formulas],
  )
  return (
    <Extras value={extras}>
      <ReactMarkdown
        remarkPlugins={plugins}
        remarkRehypeOptions={footnotes}
        components={withFormulas}
        skipHtml
      >
        {found.text}
      </ReactMarkdown>
    </Extras>
  )
}
