import { useMemo, useState, type ComponentProps } from 'react'
import type { MarkdownKind } from '@plinth/core/markdown'
import { Markdown } from './markdown.tsx'
import { openLiveParser } from './live-parser.ts'

type LiveMarkdownProps = { text: string; kind: MarkdownKind } & Omit<ComponentProps<typeof Markdown>, 'tree'>

/**
 * Markdown that is being written or streamed, parsed in this browser. Loaded only where there is such a
 * text: what is stored has its tree.
 */
export function LiveMarkdown({ text, kind, ...shown }: LiveMarkdownProps) {
  const [parse] = useState(() => openLiveParser(kind))
  const tree = useMemo(() => parse(text), [parse, text])
  return <Markdown tree={tree} {...shown} />
}
