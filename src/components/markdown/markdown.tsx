import { createContext, use, useMemo, type ComponentType, type ReactNode } from 'react'
import {
  type Formula,
  type MarkdownElement,
  type MarkdownNode,
  type MarkdownProperties,
  type MarkdownTag,
  type MarkdownTree,
  markdownTags,
} from '@plinth/core/markdown'
import { cn } from '#/lib/cn.ts'
import { LineIcon } from '../line-icon.tsx'
import { useFormTexts } from '../form/form-texts.tsx'
import { CodeBlock } from './code-block.tsx'

/** Extensions per page: a renderer of citations `[1]` (undefined keeps the text) and one of TeX formulas. */
type MarkdownExtras = {
  /** The path of this site below which images are shown. All others are links. */
  imagesFrom?: string
  renderCitation?: (number: number) => ReactNode | undefined
  renderFormula?: (formula: Formula) => ReactNode
}

const Extras = createContext<MarkdownExtras>({})

type PartProps = MarkdownProperties & { of: MarkdownElement; children: ReactNode }

// User content is below the page's title, its links open safely, and it makes no requests to other origins:
// images are shown as links, unless they are the page's own. What is not listed is the element of its name.
const parts: Partial<Record<MarkdownTag, ComponentType<PartProps>>> = {
  h: ({ level = 1, children }) => (
    <h2
      className={
        level === 1
          ? 'mt-4 text-2xl font-semibold'
          : level === 2
            ? 'mt-3 text-xl font-semibold'
            : 'mt-2 text-lg font-semibold'
      }
    >
      {children}
    </h2>
  ),
  a: Away,
  img: Picture,
  citation: Citation,
  formula: FormulaPlace,
  'as-written': AsWritten,
  ul: ({ tasks, children }) => (
    <ul
      className={
        // A task list has check marks instead of bullets.
        tasks ? 'grid gap-1.5 [&>li]:pl-6' : 'grid list-disc gap-1.5 pl-5.5 marker:text-muted-foreground'
      }
    >
      {children}
    </ul>
  ),
  ol: ({ start, children }) => (
    <ol start={start} className="grid list-decimal gap-1.5 pl-5.5 marker:text-muted-foreground">
      {children}
    </ol>
  ),
  li: ({ id, children }) => <li id={id}>{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="grid gap-3 border-l-2 border-border pl-4">{children}</blockquote>
  ),
  pre: ({ of, children }) => (
    <CodeBlock code={textIn(of)} language={languageOf(of)}>
      {children}
    </CodeBlock>
  ),
  code: ({ of, children }) => (
    <code
      className={cn(
        'rounded-sm bg-muted box-decoration-clone px-1.25 py-0.5 font-mono text-[0.86em]',
        textIn(of).length <= CODE_ON_ONE_LINE && 'whitespace-nowrap',
      )}
    >
      {children}
    </code>
  ),
  th: ({ align, children }) => <th style={alignment(align)}>{children}</th>,
  td: ({ align, children }) => <td style={alignment(align)}>{children}</td>,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto rounded-xl border border-border bg-card wrap-normal">
      <table className="min-w-full border-collapse text-base tabular-nums [&_td]:border-t [&_td]:border-border/60 [&_td]:min-w-20 [&_td]:px-3 [&_td]:py-2 [&_th]:bg-muted/60 [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:text-xs [&_th]:font-medium [&_th]:text-muted-foreground">
        {children}
      </table>
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
          'mr-1 -ml-6 inline-grid size-4 place-items-center rounded-full border align-[-0.03em] select-none',
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

const alignment = (align: string | undefined) =>
  align === 'center' || align === 'right' || align === 'left' ? ({ textAlign: align } as const) : undefined

const textIn = ([, , ...children]: MarkdownElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

/** The language after the opening fence, such as `ts`. */
function languageOf([, , code]: MarkdownElement): string | undefined {
  return typeof code === 'object' ? code[1].language : undefined
}

/** True inside a link, where an image is shown as text instead of a nested link. */
const WithinLink = createContext(false)

function Away({ children, href, id }: Pick<PartProps, 'children' | 'href' | 'id'>) {
  const isWithinLink = use(WithinLink)
  // A URL that is not allowed has been removed; only the text is left.
  if (!href || isWithinLink) return children
  return (
    <a
      id={id}
      href={href}
      rel="noopener noreferrer nofollow ugc"
      target={/^(?:#|\/(?!\/))/.test(href) ? undefined : '_blank'}
      className="rounded-sm font-medium text-link underline decoration-link/40 decoration-1 underline-offset-3"
    >
      <WithinLink value>{children}</WithinLink>
    </a>
  )
}

/** An image, with the size that its address ends with (`#800x600`), so that nothing moves when it arrives. */
function Picture({ src = '', alt }: PartProps) {
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

function Citation({ number = 0, children }: PartProps) {
  return use(Extras).renderCitation?.(number) ?? children
}

function FormulaPlace({ of, formula, children }: PartProps) {
  const { renderFormula } = use(Extras)
  return formula && renderFormula ? renderFormula({ ...formula, source: textIn(of) }) : children
}

function AsWritten({ children }: PartProps) {
  const translate = useFormTexts()
  return (
    <>
      <p className="text-base text-muted-foreground">{translate('app:markdown.shownAsWritten')}</p>
      <div className="whitespace-pre-wrap">{children}</div>
    </>
  )
}

const drawn = (nodes: readonly MarkdownNode[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- a tree is only replaced as a whole
  nodes.map((node, at) => (typeof node === 'string' ? node : <Part key={at} of={node} />))

function Part({ of }: { of: MarkdownElement }) {
  const [tag, properties, ...children] = of
  // What another release has stored.
  if (!Object.hasOwn(markdownTags, tag)) return drawn(children)
  const Known: ComponentType<PartProps> | undefined = parts[tag]
  const shown = children.length > 0 ? drawn(children) : undefined
  if (Known)
    return (
      <Known {...properties} of={of}>
        {shown}
      </Known>
    )
  const Tag = tag as 'p'
  return <Tag>{shown}</Tag>
}

type MarkdownProps = { tree: MarkdownTree | string; className?: string } & MarkdownExtras

/**
 * Shows Markdown that was parsed: a tree of `parseMarkdown`, or one as it is stored. It makes only the
 * elements above, fetches nothing but images below `imagesFrom`, and all headings are h2, so that the page's
 * heading order holds.
 */
export function Markdown({
  tree,
  className = 'text-lg',
  imagesFrom,
  renderCitation,
  renderFormula,
}: MarkdownProps) {
  const nodes = useMemo(() => (typeof tree === 'string' ? (JSON.parse(tree) as MarkdownTree) : tree), [tree])
  const extras = useMemo(
    () => ({ imagesFrom, renderCitation, renderFormula }),
    [imagesFrom, renderCitation, renderFormula],
  )
  return (
    <Extras value={extras}>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere ${className}`}>{drawn(nodes)}</div>
    </Extras>
  )
}
